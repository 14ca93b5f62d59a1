package solve

import "testing"

// The dense and the sparse index give the same numbers.
func TestWays(t *testing.T) {
	const rows, clusters = 7, 5
	dense, sparse := newPathIndex(rows, clusters), newPathIndex(maxCells, 2)
	if dense.sparse != nil || sparse.sparse == nil {
		t.Fatal("got a sparse small index or a dense large one, want dense and sparse")
	}
	want := map[[2]int32]int32{}
	for k := range int32(60) {
		row, cluster := k*k%rows, k*3%clusters
		for _, w := range []*pathIndex{&dense, &sparse} {
			if got := w.get(row, cluster); got != want[[2]int32{row, cluster}] {
				t.Fatalf("get(%d, %d): got %d, want %d", row, cluster, got, want[[2]int32{row, cluster}])
			}
			w.set(row, cluster, k+1)
		}
		want[[2]int32{row, cluster}] = k + 1
	}
}
