/** What Go's wasm_exec.js puts into the page or worker that loads it. */
declare class Go {
  argv: string[];
  env: Record<string, string>;
  importObject: WebAssembly.Imports;
  exited: boolean;
  exit: (code: number) => void;
  run(instance: WebAssembly.Instance): Promise<void>;
}

interface Window {
  Go: typeof Go;
}

/** Go's wasm_exec.js, which the generator of the site leads esbuild to. */
declare module 'go-wasm-exec';
