package main

import (
	"encoding/json"
	"html/template"
	"strconv"
	"strings"

	"gridbox/core/catalog"
	"gridbox/core/challenge"
	"gridbox/core/exercise"
)

// A ClassroomPage is the data of the template of the page that marks a class.
type ClassroomPage struct {
	*Site
	Lessons   []ClassroomLesson
	Kinds     []ChallengeKind
	Exercises template.HTML
	Config    template.HTML
}

// A ClassroomLesson lists the exercises of a lesson.
type ClassroomLesson struct {
	Title     string
	Exercises []ClassroomExercise
}

// A ClassroomExercise is an exercise with its name in the list.
type ClassroomExercise struct{ ID, Label string }

// addClassroom writes the page that marks a class, with all exercises.
func (s *Site) addClassroom() error {
	config, err := s.configBlock()
	if err != nil {
		return err
	}
	course, err := s.courseArticles()
	if err != nil {
		return err
	}
	page := ClassroomPage{Site: s, Config: config}
	all := map[string]*exercise.Exercise{}
	for _, name := range lessons {
		lesson := ClassroomLesson{Title: course[name].Title}
		for _, x := range s.exercises {
			if strings.HasPrefix(x.ID, name+"/") {
				own := x.Exercise
				all[x.ID] = &own
				number := strconv.Itoa(len(lesson.Exercises) + 1)
				lesson.Exercises = append(lesson.Exercises, ClassroomExercise{x.ID, "Exercise " + number + ": " +
					strings.ReplaceAll(strings.TrimPrefix(x.ID, name+"/"), "-", " ")})
			}
		}
		page.Lessons = append(page.Lessons, lesson)
	}
	for _, kind := range catalog.Kinds() {
		k := ChallengeKind{Name: kind.Name}
		for i := range challenge.All() {
			if c := &challenge.All()[i]; c.Kind == kind.ID {
				k.Challenges = append(k.Challenges, c)
			}
		}
		page.Kinds = append(page.Kinds, k)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	page.Exercises = template.HTML(`<script type="application/json" id="exercises">` + string(text) + `</script>`)
	body, err := part("classroom", page)
	if err != nil {
		return err
	}
	return s.addPage("page", Page{Path: "classroom/", Title: "Mark a class", Section: "course", Body: body,
		Description: "Drop the answers of a class to an exercise or a challenge: marks, distribution, the most " +
			"frequent error, and copies. Nothing leaves the browser."})
}
