package main

import (
	"encoding/hex"
	"encoding/xml"
	"os"
	"strings"

	"gridbox/core/sha256"
)

// feedFile is the name of the feed of changes.
const feedFile = "changes.xml"

// maxChanges is the number of changes in the feed.
const maxChanges = 60

// addChanges writes the list of changes as a page and the newest changes as a feed in RSS 2.0.
// Dates are optional in RSS; the changes have none, because they are listed before a version is
// released.
func (s *Site) addChanges() error {
	source, err := os.ReadFile("CHANGELOG.md")
	if err != nil {
		return err
	}
	article, err := s.renderMarkdown(source)
	if err != nil {
		return err
	}
	article.Title = "Changes"
	if err := s.addDocPage("docs/changes/", DocPage{Site: s, Article: article, Name: "changes"}); err != nil {
		return err
	}
	feed := rss{Version: "2.0", Channel: channel{Title: "Changes of Gridbox", Link: s.Absolute("docs/changes/"),
		Description: "What changed in Gridbox's documents, links, command line and figures, and why."}}
	for _, change := range changesOf(string(source)) {
		if len(feed.Channel.Items) == maxChanges {
			break
		}
		sum := sha256.Sum([]byte(change))
		feed.Channel.Items = append(feed.Channel.Items, item{Title: headline(change), Link: feed.Channel.Link,
			Description: change, ID: id{false, "gridbox-" + hex.EncodeToString(sum[:8])}})
	}
	text, err := xml.MarshalIndent(feed, "", " ")
	if err != nil {
		return err
	}
	return s.Add(feedFile, append([]byte(xml.Header), append(text, '\n')...))
}

// changesOf returns the entries of the list, newest first, each as one line of plain text.
func changesOf(source string) (list []string) {
	plain := strings.NewReplacer("`", "", "**", "", "*", "")
	for _, section := range strings.Split(source, "\n## ")[1:] {
		for _, entry := range strings.Split(section, "\n- ")[1:] {
			entry, _, _ = strings.Cut(entry, "\n\n")
			list = append(list, plain.Replace(strings.Join(strings.Fields(entry), " ")))
		}
	}
	return list
}

// headline returns the beginning of an entry up to its first punctuation mark.
func headline(change string) string {
	const room = 110
	end := len(change)
	for _, pause := range []string{": ", "; ", ". "} {
		if i := strings.Index(change, pause); i > 20 && i < end {
			end = i
		}
	}
	if head := strings.TrimSuffix(change[:end], "."); len(head) <= room {
		return head
	}
	return change[:strings.LastIndex(change[:room], " ")] + " …"
}

type rss struct {
	XMLName xml.Name `xml:"rss"`
	Version string   `xml:"version,attr"`
	Channel channel  `xml:"channel"`
}

type channel struct {
	Title       string `xml:"title"`
	Link        string `xml:"link"`
	Description string `xml:"description"`
	Items       []item `xml:"item"`
}

type item struct {
	Title       string `xml:"title"`
	Link        string `xml:"link"`
	Description string `xml:"description"`
	ID          id     `xml:"guid"`
}

type id struct {
	Link bool   `xml:"isPermaLink,attr"`
	Text string `xml:",chardata"`
}
