package placement

// Options are the switches of the algorithms. A zero value is the default.
type Options struct {
	Weights    Weights `json:"weights" of:"rbhs" default:"printed" rule:"oneof=printed|swapped|sum" label:"Weights" about:"printed: (1-Z) RS + Z CRA as in the paper; swapped: Z RS + (1-Z) CRA; sum: RS + CRA"`
	Cover      Cover   `json:"cover" of:"scp-tree" default:"first" rule:"oneof=first|best" label:"Cover" about:"which minimum set of data hosts: the first found, or the one under which the job ends earliest"`
	Policy     string  `json:"policy" of:"own" default:"rbhs" label:"Policy" about:"a policy of the scenario, or a ready one: rbhs, rbhs-swapped, rbhs-queue, completion, nearest or fastest"`
	QueueAware bool    `json:"queueAware" of:"rbhs scp-tree" label:"Queue-aware" about:"whether the time at which a cluster has finished its earlier jobs counts"`
}

// Weights says how RBHS combines its two scores.
type Weights string

// The weights of RBHS; the zero value is Printed.
const (
	// Printed is (1-Z) RS + Z CRA as in the paper's table 2. With equations
	// (5), (7) and (8) it is, up to a factor of the job, RS/E[TransferTime] +
	// CRA/E[RunTime]: the two scores, each divided by its mean. It is the
	// reading under which the paper's results come out.
	Printed Weights = "printed"
	// Swapped is Z RS + (1-Z) CRA, which the paper's prose suggests.
	Swapped Weights = "swapped"
	// Sum is RS + CRA, the job's time on an idle cluster.
	Sum Weights = "sum"
)

// Cover says what SCP Tree Search does with several minimum covers.
type Cover string

// The covers; the zero value is First.
const (
	First Cover = "first" // the first minimum cover that the tree search meets
	Best  Cover = "best"  // the minimum cover under which the job ends earliest
)
