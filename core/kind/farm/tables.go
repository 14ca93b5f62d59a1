package farm

// A TableRow is one row of the tables of Markov, "Two Stage Optimization of Job Scheduling and
// Assignment in Heterogeneous Compute Farms" (FTDCS 2004), section 4: a job, or a part of one, on
// a queue. Every table repeats the rows of the previous one; Table is the first that has the row.
type TableRow struct {
	Table         int
	Queue, Job    string
	Part          int
	Start, Finish float64 // seconds
}

// MarkovTables returns the 23 rows of table 3. Table 1 has the jobs that already run, and table 2
// those placed after the reservation for job 19.
func MarkovTables() []TableRow {
	return []TableRow{
		{1, "q1", "3", 1, 0, 10800}, {2, "q1", "19", 1, 14400, 18720}, {3, "q1", "17", 1, 18720, 21120},
		{1, "q2", "5", 1, 0, 9600}, {2, "q2", "19", 2, 14400, 18720}, {3, "q2", "16", 1, 18720, 21120},
		{1, "q3", "1", 1, 0, 8400}, {2, "q3", "19", 3, 14400, 18720}, {3, "q3", "15", 1, 18720, 21120},
		{3, "q3", "13", 1, 21120, 21720},
		{1, "q4", "4", 1, 0, 7200}, {2, "q4", "6", 1, 9600, 14400}, {2, "q4", "19", 4, 14400, 18720},
		{3, "q4", "9", 1, 18720, 21120},
		{1, "q5", "2", 1, 0, 6000}, {2, "q5", "10", 1, 0, 10800}, {2, "q5", "18", 1, 10800, 14400},
		{2, "q5", "19", 5, 14400, 18720},
		{3, "q5", "8", 1, 16320, 18720}, {3, "q5", "14", 1, 16320, 18720},
		{3, "q5", "7", 1, 20520, 21120}, {3, "q5", "11", 1, 20520, 21120}, {3, "q5", "12", 1, 20520, 21120},
	}
}
