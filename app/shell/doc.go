// Package shell runs the laboratory (package lab) in a worker of its page. It
// is the laboratory's host: it passes the events of the page on, sends frames
// of drawn views (package wire), and asks the page's script, assets/js/link.js,
// for the services of a page.
package shell
