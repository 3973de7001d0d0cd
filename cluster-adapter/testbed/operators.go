package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// operator is a controller that runs beside the control plane, as a process of its own: its Kubernetes libraries
// are of another minor version. Its ports are free ones, so that several beds run on one machine; in the words
// below their names stand for them.
type operator struct {
	name    string
	ports   map[string]string // HEALTH: of /readyz; HOOKS: of its webhooks; METRICS
	config  string            // configuration file; CERTS is replaced by the folder of the serving certificate
	args    []string
	env     []string
	convert []string // CRDs with a conversion webhook
}

const (
	healthPort  = "HEALTH"
	hookPort    = "HOOKS"
	metricsPort = "METRICS"
)

const configHead = "health: {healthProbeBindAddress: 127.0.0.1:HEALTH}\nmetrics: {bindAddress: %s}\n" +
	"webhook: {host: 127.0.0.1, port: HOOKS, certDir: CERTS}\nleaderElection: {leaderElect: false}\n" +
	"clientConnection: {qps: 500, burst: 1000}\n"

// freePorts are below those that the system gives to outgoing connections, which take none of them before it is used.
// Another listener may: its operator then ends at once, and is said to be missing.
func freePorts(names ...string) map[string]string {
	ports := map[string]string{}
	for _, name := range names {
		for ports[name] == "" {
			port := strconv.Itoa(20000 + rand.IntN(12000))
			if l, err := net.Listen("tcp", "127.0.0.1:"+port); err == nil {
				_ = l.Close()
				ports[name] = port
			}
		}
	}
	return ports
}

func operators() []operator {
	managed := "internalCertManagement: {enable: false}\n"
	head := fmt.Sprintf(configHead, `"0"`)
	return []operator{
		{name: "jobset", ports: freePorts(healthPort, hookPort), args: []string{"--config=CONFIG"},
			config: "apiVersion: config.jobset.x-k8s.io/v1alpha1\nkind: Configuration\n" + head + managed},
		{name: "lws", ports: freePorts(healthPort, hookPort), args: []string{"--config=CONFIG"},
			config: "apiVersion: config.lws.x-k8s.io/v1alpha1\nkind: Configuration\n" + head + managed},
		{name: "trainer", ports: freePorts(healthPort, hookPort), args: []string{"--config=CONFIG"},
			config: "apiVersion: config.trainer.kubeflow.org/v1alpha1\nkind: Configuration\n" +
				strings.ReplaceAll(head, ", certDir: CERTS", "") + "certManagement: {enable: false}\n"},
		{name: "kuberay", ports: freePorts(healthPort, metricsPort), env: []string{"POD_NAMESPACE=default"},
			args: []string{"--metrics-addr=127.0.0.1:METRICS", "--health-probe-bind-address=127.0.0.1:HEALTH",
				"--enable-leader-election=false", "--qps=500", "--burst=500"}},
		{name: "coscheduling", args: []string{"--config=CONFIG", "--leader-elect=false", "--secure-port=0"},
			config: "apiVersion: kubescheduler.config.k8s.io/v1\nkind: KubeSchedulerConfiguration\n" +
				"leaderElection: {leaderElect: false}\nclientConnection: {kubeconfig: KUBECONFIG, qps: 500, burst: 1000}\n" +
				"profiles:\n- schedulerName: coscheduling\n  plugins:\n    multiPoint: {enabled: [{name: Coscheduling}]}\n" +
				"    queueSort: {enabled: [{name: Coscheduling}], disabled: [{name: \"*\"}]}\n" +
				"  pluginConfig:\n  - name: Coscheduling\n    args: {permitWaitingTimeSeconds: 60, podGroupBackoffSeconds: 1}\n"},
		{name: "kueue", ports: freePorts(healthPort, hookPort, metricsPort), args: []string{"--config=CONFIG", "--zap-log-level=1"},
			config: "apiVersion: config.kueue.x-k8s.io/v1beta2\nkind: Configuration\nnamespace: kueue-system\n" +
				fmt.Sprintf(configHead, "127.0.0.1:METRICS") + managed +
				"featureGates: {VisibilityOnDemand: false}\n" +
				"integrations:\n  frameworks: [batch/job]\n  labelKeysToCopy: [gpuaas.io/run]\n",
			convert: []string{"clusterqueues", "localqueues", "workloads", "cohorts", "resourceflavors", "topologies", "admissionchecks"}},
	}
}

// fill puts the operator's ports and what else is known now in place of their names.
func (o operator) fill(text string, known ...string) string {
	for name, port := range o.ports {
		known = append(known, name, port)
	}
	return strings.NewReplacer(known...).Replace(text)
}

// runOperators starts those named in `with`, from the folder that the launcher script has filled: binaries, and for
// each a folder with its CRDs and webhooks.
func (cl *Cluster) runOperators(ctx context.Context, c Config, p *pki) error {
	if c.With == "" {
		return nil
	}
	if err := p.issue("webhook", "127.0.0.1", nil, []string{"localhost"}, []net.IP{net.IPv4(127, 0, 0, 1)}); err != nil {
		return err
	}
	certs := filepath.Join(c.Dir, "webhook-certs")
	if err := os.MkdirAll(certs, 0o700); err != nil {
		return err
	}
	for from, to := range map[string]string{"webhook.crt": "tls.crt", "webhook.key": "tls.key", "ca.crt": "ca.crt"} {
		if err := copyFile(p.path(from), filepath.Join(certs, to)); err != nil {
			return err
		}
	}
	names := strings.Split(c.With, ",")
	for _, o := range operators() {
		if !slices.Contains(names, o.name) {
			continue
		}
		begun := time.Now()
		if err := cl.runOperator(ctx, c, o, certs, p); err != nil {
			// The bed is of use without it; whoever needs it reads why it is not there.
			fmt.Fprintf(os.Stderr, "%s does not run: %v\n", o.name, err)
			if err := sign(c, o.name+".missing", fmt.Sprintf("The operator %s does not run here: %v", o.name, err)); err != nil {
				return err
			}
			continue
		}
		if err := sign(c, o.name, "ready"); err != nil {
			return err
		}
		cl.Timings = append(cl.Timings, fmt.Sprintf("%-34s %6.2fs", o.name+" ready after", time.Since(begun).Seconds()))
	}
	return nil
}

func sign(c Config, name, text string) error {
	folder := filepath.Join(c.Dir, "operators")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, name), []byte(text+"\n"), 0o600)
}

func (cl *Cluster) runOperator(ctx context.Context, c Config, o operator, certs string, p *pki) error {
	ca, err := os.ReadFile(p.path("ca.crt"))
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(c.Operators, o.name+".d", "*.yaml"))
	if err != nil {
		return err
	}
	crds, hooks, err := split(files, o, ca)
	if err != nil {
		return err
	}
	if err := cl.apply(ctx, c, o.name+"-crds.yaml", crds); err != nil {
		return err
	}
	if err := cl.awaitKinds(ctx); err != nil {
		return err
	}
	if err := cl.startOperator(ctx, c, o, certs); err != nil {
		return err
	}
	return cl.apply(ctx, c, o.name+"-webhooks.yaml", hooks)
}

// split reads manifests and keeps CRDs and webhooks, the latter by address: nothing runs in pods here.
func split(files []string, o operator, ca []byte) (crds, hooks [][]byte, err error) {
	bundle := base64.StdEncoding.EncodeToString(ca)
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			return nil, nil, err
		}
		r := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(b)))
		for {
			doc, err := r.Read()
			if errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				return nil, nil, err
			}
			m := map[string]any{}
			if err := yaml.Unmarshal(doc, &m); err != nil || len(m) == 0 {
				continue
			}
			switch m["kind"] {
			case "CustomResourceDefinition":
				convert(m, o, bundle)
				crds = append(crds, encode(m))
			case "MutatingWebhookConfiguration", "ValidatingWebhookConfiguration":
				m["metadata"].(map[string]any)["name"] = o.name + "-" + strings.ToLower(fmt.Sprint(m["kind"])[:3])
				byAddress(m, o, bundle)
				hooks = append(hooks, encode(m))
			}
		}
	}
	return crds, hooks, nil
}

func convert(m map[string]any, o operator, bundle string) {
	spec := m["spec"].(map[string]any)
	names := spec["names"].(map[string]any)
	versions, _ := spec["versions"].([]any)
	if len(versions) < 2 || !slices.Contains(o.convert, fmt.Sprint(names["plural"])) {
		delete(spec, "conversion")
		return
	}
	spec["conversion"] = map[string]any{"strategy": "Webhook", "webhook": map[string]any{
		"conversionReviewVersions": []any{"v1"},
		"clientConfig":             map[string]any{"url": o.fill("https://127.0.0.1:HOOKS/convert"), "caBundle": bundle}}}
}

// byAddress drops webhooks on pods and other objects that everything makes: the bed has no use for them.
func byAddress(m map[string]any, o operator, bundle string) {
	kept := []any{}
	for _, w := range m["webhooks"].([]any) {
		hook := w.(map[string]any)
		if aboutPods(hook) {
			continue
		}
		config := hook["clientConfig"].(map[string]any)
		service := config["service"].(map[string]any)
		hook["clientConfig"] = map[string]any{
			"url": o.fill("https://127.0.0.1:HOOKS") + fmt.Sprint(service["path"]), "caBundle": bundle}
		kept = append(kept, hook)
	}
	m["webhooks"] = kept
}

func aboutPods(hook map[string]any) bool {
	for _, r := range hook["rules"].([]any) {
		for _, name := range r.(map[string]any)["resources"].([]any) {
			if slices.Contains([]string{"pods", "deployments", "statefulsets"}, fmt.Sprint(name)) {
				return true
			}
		}
	}
	return false
}

func encode(m map[string]any) []byte { b, _ := yaml.Marshal(m); return b }

func (cl *Cluster) apply(ctx context.Context, c Config, name string, docs [][]byte) error {
	if len(docs) == 0 {
		return nil
	}
	file := filepath.Join(c.Dir, name)
	if err := os.WriteFile(file, bytes.Join(docs, []byte("---\n")), 0o600); err != nil {
		return err
	}
	var last []byte
	var err error
	for range 20 { // a CRD takes a moment to be served
		cmd := exec.CommandContext(ctx, os.Args[0], "kubectl", "--kubeconfig", cl.Kubeconfig, "apply", "--server-side", "--force-conflicts", "-f", file)
		if last, err = cmd.CombinedOutput(); err == nil {
			return nil
		}
		time.Sleep(500 * time.Millisecond)
	}
	return fmt.Errorf("apply %s: %w: %s", name, err, last)
}

// awaitKinds waits until all CRDs are served: operators end at once if theirs are not. One that was made just now has
// no conditions yet, which the question takes for a fault: it is asked again.
func (cl *Cluster) awaitKinds(ctx context.Context) error {
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(200 * time.Millisecond) {
		out, err := exec.CommandContext(ctx, os.Args[0], "kubectl", "--kubeconfig", cl.Kubeconfig,
			"wait", "--for=condition=Established", "crd", "--all", "--timeout=60s").CombinedOutput()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil || time.Now().After(end) {
			return fmt.Errorf("CRDs are not served: %w: %s", err, out)
		}
	}
}

func (cl *Cluster) startOperator(ctx context.Context, c Config, o operator, certs string) error {
	config := filepath.Join(c.Dir, o.name+"-config.yaml")
	if err := os.WriteFile(config, []byte(o.fill(o.config, "CERTS", certs, "KUBECONFIG", cl.Kubeconfig)), 0o600); err != nil {
		return err
	}
	args := make([]string, len(o.args))
	for i, a := range o.args {
		args[i] = o.fill(a, "CONFIG", config)
	}
	scratch := filepath.Join(c.Dir, o.name+"-tmp")
	// Two operators read certificates from fixed folders.
	if err := placeCerts(scratch, certs); err != nil {
		return err
	}
	program := filepath.Join(c.Operators, o.name)
	if o.name == "kueue" {
		program, args = "unshare", append([]string{"-m", "sh", "-c",
			`mount -t overlay overlay -o "lowerdir=/etc,upperdir=$OVERLAY/upper,workdir=$OVERLAY/work" /etc && exec "$@"`, "sh",
			program}, args...)
	}
	log, err := os.Create(filepath.Join(c.Dir, o.name+".log"))
	if err != nil {
		return err
	}
	run := func() (chan error, error) {
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Stdout, cmd.Stderr = log, log
		cmd.Env = append(os.Environ(), "KUBECONFIG="+cl.Kubeconfig, "TMPDIR="+scratch, "OVERLAY="+filepath.Join(scratch, "overlay"))
		cmd.Env = append(cmd.Env, o.env...)
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		gone := make(chan error, 1)
		go func() { gone <- cmd.Wait() }()
		return gone, nil
	}
	gone, err := run()
	if err != nil {
		return err
	}
	if err := cl.awaitOperator(ctx, o, gone); err != nil {
		return err
	}
	go keep(ctx, o.name, log, gone, run)
	return nil
}

// keep starts an operator again when it has ended, as its Deployment in a real cluster would.
func keep(ctx context.Context, name string, log io.Writer, gone chan error, run func() (chan error, error)) {
	for {
		select {
		case <-ctx.Done():
			return
		case why := <-gone:
			if ctx.Err() != nil {
				return
			}
			fmt.Fprintf(io.MultiWriter(os.Stderr, log), "[testbed] %s has ended (%v) and is started again\n", name, why)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(time.Second):
		}
		var err error
		if gone, err = run(); err != nil {
			gone = make(chan error, 1)
			gone <- err
		}
	}
}

func placeCerts(scratch, certs string) error {
	for _, folder := range []string{
		filepath.Join(scratch, "overlay", "upper", "kueue", "metrics", "certs"),
		filepath.Join(scratch, "k8s-webhook-server", "serving-certs"),
		filepath.Join(scratch, "overlay", "work"),
	} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		if strings.HasSuffix(folder, "work") {
			continue
		}
		for _, f := range []string{"tls.crt", "tls.key"} {
			if err := copyFile(filepath.Join(certs, f), filepath.Join(folder, f)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (cl *Cluster) awaitOperator(ctx context.Context, o operator, gone chan error) error {
	for end := time.Now().Add(120 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		select {
		case err := <-gone:
			return fmt.Errorf("it ended at once, see its log: %w", err)
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if o.ports[healthPort] == "" {
			return nil
		}
		answer, err := http.Get(o.fill("http://127.0.0.1:HEALTH/readyz"))
		if err == nil {
			_ = answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return nil
			}
		}
	}
	return errors.New("not ready within 120 s, see its log")
}

func copyFile(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, b, 0o600)
}
