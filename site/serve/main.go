// Command serve serves a built site as a static host would, on the loopback interface only:
// precompressed files, cache headers by content hash, range requests, the site's own 404 page, no
// directory listing.
//
//	go run ./site/serve -dir dist -base /some/prefix -port 8080
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// run serves until SIGINT or SIGTERM, then waits for open requests to finish.
func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	dir := flags.String("dir", "dist", "folder of the built site")
	base := flags.String("base", "", "path prefix the site was built for, such as /some/prefix")
	host := flags.String("host", "127.0.0.1", "loopback address to bind")
	port := flags.Int("port", 0, "port; 0 means 8080, or a free one when 8080 is taken")
	verbose := flags.Bool("log", false, "print a line for every request")
	if err := flags.Parse(args); err != nil {
		return err
	}
	site, err := Open(*dir, *base)
	if err != nil {
		return err
	}
	defer site.Close()
	listener, err := listen(*host, *port)
	if err != nil {
		return err
	}
	var handler http.Handler = site
	if *verbose {
		handler = logRequests(site, log.New(out, "", 0))
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute}
	fmt.Fprintf(out, "http://%s%s/\n", listener.Addr(), site.base)

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	patience, cancel := context.WithTimeout(context.Background(), 3*time.Second)
	defer cancel()
	if err := server.Shutdown(patience); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// listen listens on a loopback address. It refuses others, because this server has none of the
// protections that a public one needs.
func listen(host string, port int) (net.Listener, error) {
	if !loopback(host) {
		return nil,
			fmt.Errorf("host %q is not a loopback address; use 127.0.0.1 or ::1, and a real web server for others",
				host)
	}
	if port != 0 {
		return net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, "8080"))
	if err != nil {
		return net.Listen("tcp", net.JoinHostPort(host, "0"))
	}
	return listener, nil
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// logRequests logs method, path with query, and status of every request.
func logRequests(next http.Handler, to *log.Logger) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen := &statusWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(seen, r)
		to.Printf("%s %s %d", r.Method, r.URL.RequestURI(), seen.status)
	})
}

type statusWriter struct {
	http.ResponseWriter
	status int
}

func (w *statusWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}
