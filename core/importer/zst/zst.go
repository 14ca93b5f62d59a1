// Package zst unpacks Zstandard within a limit.
package zst

import (
	"bytes"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Magic is the beginning of packed data.
const Magic = "\x28\xb5\x2f\xfd"

// maxWindow is the greatest window that is accepted, which is held in memory.
// By default the command zstd does not exceed it.
const maxWindow = 128 << 20

// Unpack unpacks data up to limit bytes. A longer text is cut after limit + 1.
// With an error the text up to it is returned.
func Unpack(data []byte, limit int) ([]byte, error) {
	z, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return io.ReadAll(io.LimitReader(z, int64(limit)+1))
}
