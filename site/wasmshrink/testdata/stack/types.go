package main

import (
	"encoding/json"
	"fmt"
	"reflect"
)

// types prints whether reflect finds types among those of the program, by the order of their names.
func types() {
	spelled := reflect.TypeOf(struct {
		Name string `json:"name" about:"what something is called"`
	}{})
	other := reflect.TypeOf(struct {
		Name string `json:"name" about:"what something else is called"`
	}{})
	found := []bool{
		reflect.PointerTo(spelled) == reflect.TypeOf((*struct {
			Name string `json:"name" about:"what something is called"`
		})(nil)),
		reflect.SliceOf(spelled) == reflect.TypeOf([]struct {
			Name string `json:"name" about:"what something is called"`
		}(nil)),
		reflect.SliceOf(other) == reflect.TypeOf([]struct {
			Name string `json:"name" about:"what something else is called"`
		}(nil)),
		reflect.SliceOf(reflect.TypeOf(0)) == reflect.TypeOf([]int(nil)),
		reflect.MapOf(reflect.TypeOf(""), reflect.TypeOf(uint8(0))) == reflect.TypeOf(map[string]uint8(nil)),
		reflect.TypeOf(struct{ A int }{}) != reflect.TypeOf(struct{ B int }{}),
	}
	text, err := json.Marshal(reflect.New(spelled).Interface())
	fmt.Println("types", found, string(text), err, len(fmt.Sprintf("%T", keep(other))))
}

// keep is a generic function with a struct type as its argument.
func keep[T any](v T) struct{ Kept T } { return struct{ Kept T }{v} }
