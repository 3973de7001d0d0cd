package main

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	corev1 "k8s.io/api/core/v1"
)

// What every pod writes: a line when it begins, one each stepEvery, one when it ends.
const stepEvery = 500 * time.Millisecond

// life of a container, more exact than a pod's status tells.
type life struct {
	begun, ended time.Time // zero: not yet
	code         int32
}

// Serve answers for the logs of all nodes' pods, as each kubelet does for its own. It returns the port.
func (f *FakeKubelets) Serve(p *pki) (int32, error) {
	if err := p.issue("kubelet", "kubelet", nil, nil, []net.IP{net.IPv4(127, 0, 0, 1)}); err != nil {
		return 0, err
	}
	cert, err := tls.LoadX509KeyPair(p.path("kubelet.crt"), p.path("kubelet.key"))
	if err != nil {
		return 0, err
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: []tls.Certificate{cert}})
	if err != nil {
		return 0, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /containerLogs/{namespace}/{pod}/{container}", f.logs)
	go func() { _ = http.Serve(listener, mux) }()
	return int32(listener.Addr().(*net.TCPAddr).Port), nil
}

func (f *FakeKubelets) logs(w http.ResponseWriter, r *http.Request) {
	key := r.PathValue("namespace") + "/" + r.PathValue("pod")
	f.mu.Lock()
	pods := f.pods
	f.mu.Unlock()
	found, here, err := pods.GetByKey(key)
	if err != nil || !here {
		http.Error(w, fmt.Sprintf("pod %q not found", key), http.StatusNotFound)
		return
	}
	pod := found.(*corev1.Pod)
	f.mu.Lock()
	one, begun := f.lives[pod.UID]
	f.mu.Unlock()
	if !begun {
		http.Error(w, fmt.Sprintf("container %q in pod %q is waiting to start", r.PathValue("container"), key), http.StatusBadRequest)
		return
	}
	write(w, r, pod, one)
}

func write(w http.ResponseWriter, r *http.Request, pod *corev1.Pod, one life) {
	query := r.URL.Query()
	since, _ := time.Parse(time.RFC3339, query.Get("sinceTime"))
	tail, err := strconv.Atoi(query.Get("tailLines"))
	end := one.ended
	if end.IsZero() {
		end = time.Now()
	}
	steps := int(end.Sub(one.begun) / stepEvery)
	lines := steps + 1
	if !one.ended.IsZero() {
		lines++
	}
	first := 0
	if err == nil && tail < lines {
		first = lines - tail
	}
	out := bufio.NewWriter(w)
	for i := first; i < lines; i++ {
		at, text := one.begun.Add(time.Duration(i)*stepEvery), fmt.Sprintf("step %d", i)
		if i == 0 {
			text = fmt.Sprintf("%s begins on %s", pod.Name, pod.Spec.NodeName)
		} else if i > steps {
			at, text = one.ended, fmt.Sprintf("ends with code %d", one.code)
		}
		if at.Before(since) {
			continue
		}
		if query.Get("timestamps") == "true" {
			text = at.UTC().Format(time.RFC3339Nano) + " " + text
		}
		if _, err := fmt.Fprintln(out, text); err != nil {
			return
		}
	}
	_ = out.Flush()
}
