package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gridbox/core/exercise"
)

// lessons lists the lessons of the course in order: files of site/course without .md.
var lessons = []string{"deciding", "computation-and-data", "covers-and-trees", "windows", "budgets",
	"virtual-organisation", "failing-in-groups", "farm"}

// lecturers is the file of notes for lecturers, which is not a lesson.
const lecturers = "lecturers"

// A LessonPage is a lesson with its position in the course.
type LessonPage struct {
	*Site
	Article
	Name, About string
	Number      int // from 1; 0 for the notes
	Exercises   []string
	Lessons     []DocLink
	Prev, Next  *DocLink
	Config      template.HTML
}

// courseArticles renders the lessons and the notes, and verifies the exercises in fenced blocks
// "exercise".
func (s *Site) courseArticles() (map[string]Article, error) {
	if s.course != nil {
		return s.course, nil
	}
	files, err := filepath.Glob("site/course/*.md")
	if err != nil {
		return nil, err
	}
	names := append(slices.Clone(lessons), lecturers) // with the solutions of the exercises of the lessons before
	if len(files) != len(names) {
		return nil, fmt.Errorf("site/course has %d files, the course %d (site/gen/course.go)", len(files), len(names))
	}
	course := map[string]Article{}
	for _, name := range names {
		file := "site/course/" + name + ".md"
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if course[name], err = s.renderMarkdown(source); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	s.course = course
	return course, nil
}

// addCourse writes the lessons, the notes for lecturers and their index.
func (s *Site) addCourse() error {
	course, err := s.courseArticles()
	if err != nil {
		return err
	}
	config, err := s.configBlock()
	if err != nil {
		return err
	}
	var order []DocLink
	for _, name := range lessons {
		a := course[name]
		order = append(order, DocLink{Name: name, Title: a.Title, Description: firstSentences(a.Description),
			Address: s.URL("course/" + name + "/")})
	}
	var pages []LessonPage
	for i, link := range order {
		page := LessonPage{Site: s, Article: course[link.Name], Name: link.Name, About: link.Description, Number: i + 1,
			Lessons: markCurrent(order, link.Name), Config: config}
		for _, x := range s.exercises {
			if strings.HasPrefix(x.ID, link.Name+"/") {
				page.Exercises = append(page.Exercises, x.ID)
			}
		}
		if i > 0 {
			page.Prev = &order[i-1]
		}
		if i+1 < len(order) {
			page.Next = &order[i+1]
		}
		pages = append(pages, page)
	}
	pages = append(pages, LessonPage{Site: s, Article: course[lecturers], Name: lecturers,
		About: firstSentences(course[lecturers].Description), Lessons: markCurrent(order, lecturers)})
	for _, page := range pages {
		if err := s.addLesson("course/"+page.Name+"/", "lesson", page.Title, page.About, page); err != nil {
			return err
		}
	}
	return s.addLesson("course/", "course", "Course", "Eight lessons on scheduling, with exercises that check "+
		"themselves by running, a sheet to print, and notes for lecturers.", pages)
}

// addLesson writes a page of the course.
func (s *Site) addLesson(path, name, title, about string, data any) error {
	body, err := part(name, data)
	if err != nil {
		return err
	}
	return s.addPage("page", Page{Path: path, Title: title, Description: about, Section: "course", Body: body,
		Frames: bytes.Contains([]byte(body), []byte("data-live"))})
}

// markCurrent returns the list of lessons with the current one marked.
func markCurrent(order []DocLink, current string) []DocLink {
	list := slices.Clone(order)
	for i := range list {
		list[i].Current = list[i].Name == current
	}
	return list
}

// An ExerciseView is the data of the template of an exercise.
type ExerciseView struct {
	*VerifiedExercise
	Fields []FieldView
	Lab    string
	Text   template.HTML // for the page's script, without solutions
}

// Anchor returns the id of the exercise's form in its page.
func (v ExerciseView) Anchor() string { return strings.ReplaceAll(v.ID, "/", "-") }

// A FieldView is an input as a field of the form.
type FieldView struct {
	exercise.Input
	ID, Shown string
	Options   []string
	Text      bool
}

// writeExercise verifies an exercise and renders its form.
func (s *Site) writeExercise(w io.Writer, block string) error {
	x, err := s.parseExercise(block)
	if err != nil {
		return err
	}
	start, why := x.Apply(x.Start())
	if why != "" {
		return fmt.Errorf("exercise %s: %s", x.ID, why)
	}
	view := ExerciseView{VerifiedExercise: x}
	if view.Lab, err = s.laboratory(start); err != nil {
		return err
	}
	text, err := json.Marshal(x.Exercise)
	if err != nil {
		return err
	}
	view.Text = template.HTML("<script type=\"application/json\">" + string(text) + "</script>")
	for i := range x.Inputs {
		in := x.Inputs[i]
		f := FieldView{Input: in, ID: strings.ReplaceAll(x.ID, "/", "-") + fmt.Sprintf("-%d", i+1),
			Shown: exercise.FieldText(in.Value)}
		for _, c := range in.Choices {
			f.Options = append(f.Options, exercise.FieldText(c))
		}
		_, isText := in.Value.(string)
		f.Text = isText && f.Options == nil
		view.Fields = append(view.Fields, f)
	}
	return templates.ExecuteTemplate(w, "exercise", view)
}
