package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
)

// Reason returns the reason why a run failed.
func Reason(err error) string {
	if errors.Is(err, context.Canceled) {
		return "cancelled; nothing was written"
	}
	return err.Error()
}

// Plainly returns an error of a file without the name of the system call.
func Plainly(err error) string {
	var path *os.PathError
	if errors.As(err, &path) {
		return filepath.ToSlash(path.Path) + ": " + path.Err.Error()
	}
	return err.Error()
}

// ColumnTitle returns the head of a column of numbers.
func ColumnTitle(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + " in " + unit
}

// ViolationCount returns a number of violations in words.
func ViolationCount(n int) string {
	switch n {
	case 0:
		return "no violation\n"
	case 1:
		return "1 violation\n"
	}
	return strconv.Itoa(n) + " violations\n"
}
