package main

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	coordv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/retry"
	"k8s.io/utils/ptr"
)

const (
	annDuration = "testbed.gpuaas.io/duration"  // e.g. "2s": run that long, then end; absent: run for ever
	annExitCode = "testbed.gpuaas.io/exit-code" // non-zero: the pod ends as Failed
)

// statusWriters is how many pods' statuses are written at a time: many kubelets are played by one process.
const statusWriters = 16

// FakeKubelets plays the kubelets of all nodes it has registered.
type FakeKubelets struct {
	c     kubernetes.Interface
	slots chan struct{} // one for each status that is being written
	port  int32         // where their logs are served
	pods  cache.Store
	mu    sync.Mutex
	nodes map[string]bool
	done  map[types.UID]bool
	lives map[types.UID]life
}

func NewFakeKubelets(c kubernetes.Interface) *FakeKubelets {
	return &FakeKubelets{c: c, slots: make(chan struct{}, statusWriters), pods: cache.NewStore(cache.MetaNamespaceKeyFunc), nodes: map[string]bool{},
		done: map[types.UID]bool{}, lives: map[types.UID]life{}}
}

func nodeConditions() []corev1.NodeCondition {
	now := metav1.Now()
	mk := func(t corev1.NodeConditionType, s corev1.ConditionStatus) corev1.NodeCondition {
		return corev1.NodeCondition{Type: t, Status: s, Reason: "FakeKubelet", LastHeartbeatTime: now, LastTransitionTime: now}
	}
	return []corev1.NodeCondition{
		mk(corev1.NodeReady, corev1.ConditionTrue), mk(corev1.NodeMemoryPressure, corev1.ConditionFalse),
		mk(corev1.NodeDiskPressure, corev1.ConditionFalse), mk(corev1.NodePIDPressure, corev1.ConditionFalse),
	}
}

// nodeLabels are those that a GPU operator and a topology tool would set: two nodes to a rack, four to a block.
func nodeLabels(name string, gpus int) map[string]string {
	index := 0
	_, _ = fmt.Sscanf(name, "gpu-%d", &index)
	return map[string]string{
		"kubernetes.io/hostname": name, "kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64",
		"nvidia.com/gpu.present": "true", "nvidia.com/gpu.product": "NVIDIA-H200",
		"nvidia.com/gpu.count": strconv.Itoa(gpus), "nvidia.com/gpu.memory": "143771", "nvidia.com/mig.strategy": "none",
		"topology.gpuaas.io/rack": fmt.Sprintf("rack-%02d", index/2), "topology.gpuaas.io/block": fmt.Sprintf("block-%02d", index/4),
	}
}

func (f *FakeKubelets) AddNode(ctx context.Context, name string, gpus int) error {
	rl := corev1.ResourceList{
		corev1.ResourceCPU: resource.MustParse("128"), corev1.ResourceMemory: resource.MustParse("1Ti"),
		corev1.ResourcePods: resource.MustParse("110"), "nvidia.com/gpu": *resource.NewQuantity(int64(gpus), resource.DecimalSI),
	}
	n := &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: nodeLabels(name, gpus)}}
	_, err := f.c.CoreV1().Nodes().Create(ctx, n, metav1.CreateOptions{})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return err
	}
	status := corev1.NodeStatus{Capacity: rl, Allocatable: rl, Conditions: nodeConditions(),
		Addresses:       []corev1.NodeAddress{{Type: corev1.NodeInternalIP, Address: "127.0.0.1"}},
		DaemonEndpoints: corev1.NodeDaemonEndpoints{KubeletEndpoint: corev1.DaemonEndpoint{Port: f.port}},
		NodeInfo:        corev1.NodeSystemInfo{KubeletVersion: "v1.37.2-fake", OperatingSystem: "linux", Architecture: "amd64"}}
	// Controllers write to a new node at the same time.
	err = retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		seen, err := f.c.CoreV1().Nodes().Get(ctx, name, metav1.GetOptions{})
		if err != nil {
			return err
		}
		seen.Status = status
		_, err = f.c.CoreV1().Nodes().UpdateStatus(ctx, seen, metav1.UpdateOptions{})
		return err
	})
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.nodes[name] = true
	f.mu.Unlock()
	return f.renew(ctx, name)
}

func (f *FakeKubelets) renew(ctx context.Context, name string) error {
	now := metav1.NowMicro()
	l := &coordv1.Lease{ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: corev1.NamespaceNodeLease},
		Spec: coordv1.LeaseSpec{HolderIdentity: &name, LeaseDurationSeconds: ptr.To[int32](40), RenewTime: &now}}
	api := f.c.CoordinationV1().Leases(corev1.NamespaceNodeLease)
	if old, err := api.Get(ctx, name, metav1.GetOptions{}); err == nil {
		old.Spec = l.Spec
		_, err = api.Update(ctx, old, metav1.UpdateOptions{})
		return err
	}
	_, err := api.Create(ctx, l, metav1.CreateOptions{})
	if apierrors.IsNotFound(err) { // kube-node-lease namespace not there yet; the next tick does it
		return nil
	}
	return err
}

// Run renews leases and plays pods until ctx ends.
func (f *FakeKubelets) Run(ctx context.Context) {
	fac := informers.NewSharedInformerFactoryWithOptions(f.c, 0, informers.WithTweakListOptions(func(o *metav1.ListOptions) {
		o.FieldSelector = fields.OneTermNotEqualSelector("spec.nodeName", "").String()
	}))
	inf := fac.Core().V1().Pods().Informer()
	f.mu.Lock()
	f.pods = inf.GetStore()
	f.mu.Unlock()
	_, _ = inf.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(o any) { f.sync(ctx, o.(*corev1.Pod)) },
		UpdateFunc: func(_, o any) { f.sync(ctx, o.(*corev1.Pod)) },
		DeleteFunc: func(o any) {
			if p, ok := o.(*corev1.Pod); ok {
				f.forget(p.UID)
			}
		},
	})
	go inf.Run(ctx.Done())
	t := time.NewTicker(5 * time.Second)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			f.mu.Lock()
			var names []string
			for n := range f.nodes {
				names = append(names, n)
			}
			f.mu.Unlock()
			for _, n := range names {
				_ = f.renew(ctx, n)
			}
		}
	}
}

// StopNode lets the node go silent (no more leases): for node-failure tests.
func (f *FakeKubelets) StopNode(name string) { f.mu.Lock(); delete(f.nodes, name); f.mu.Unlock() }

func (f *FakeKubelets) sync(ctx context.Context, p *corev1.Pod) {
	f.mu.Lock()
	own := f.nodes[p.Spec.NodeName]
	f.mu.Unlock()
	if !own {
		return
	}
	switch {
	case p.DeletionTimestamp != nil:
		go f.kill(ctx, p)
	case p.Status.Phase == corev1.PodPending:
		go f.setStatus(ctx, p, corev1.PodRunning, 0)
	case p.Status.Phase == corev1.PodRunning && p.Annotations[annDuration] != "":
		d, err := time.ParseDuration(p.Annotations[annDuration])
		f.mu.Lock()
		seen := f.done[p.UID]
		f.done[p.UID] = true
		f.mu.Unlock()
		if err != nil || seen {
			return
		}
		code, _ := strconv.Atoi(p.Annotations[annExitCode])
		phase := corev1.PodSucceeded
		if code != 0 {
			phase = corev1.PodFailed
		}
		time.AfterFunc(d, func() { f.setStatus(ctx, p, phase, int32(code)) })
	}
}

func (f *FakeKubelets) forget(pod types.UID) {
	f.mu.Lock()
	delete(f.lives, pod)
	delete(f.done, pod)
	f.mu.Unlock()
}

// note keeps when a pod's containers began and ended.
func (f *FakeKubelets) note(pod types.UID, phase corev1.PodPhase, code int32) {
	f.mu.Lock()
	defer f.mu.Unlock()
	one := f.lives[pod]
	if phase == corev1.PodRunning {
		one.begun = time.Now()
	} else {
		one.ended, one.code = time.Now(), code
	}
	f.lives[pod] = one
}

func (f *FakeKubelets) kill(ctx context.Context, p *corev1.Pod) {
	if p.Status.Phase == corev1.PodRunning { // SIGTERM: the containers end before the object goes
		f.setStatus(ctx, p, corev1.PodFailed, 143)
	}
	_ = f.c.CoreV1().Pods(p.Namespace).Delete(ctx, p.Name, metav1.DeleteOptions{
		GracePeriodSeconds: ptr.To[int64](0), Preconditions: &metav1.Preconditions{UID: &p.UID}})
}

// setStatus writes over what was seen of the pod last; only when somebody has changed it meanwhile it is read again.
func (f *FakeKubelets) setStatus(ctx context.Context, p *corev1.Pod, ph corev1.PodPhase, code int32) {
	f.slots <- struct{}{}
	defer func() { <-f.slots }()
	api, cur := f.c.CoreV1().Pods(p.Namespace), p.DeepCopy()
	for range 5 {
		if cur.UID != p.UID || cur.Status.Phase == ph || cur.Status.Phase == corev1.PodSucceeded || cur.Status.Phase == corev1.PodFailed {
			return
		}
		become(cur, ph, code)
		_, err := api.UpdateStatus(ctx, cur, metav1.UpdateOptions{})
		if err == nil {
			f.note(p.UID, ph, code)
			return
		}
		if !apierrors.IsConflict(err) {
			return
		}
		if cur, err = api.Get(ctx, p.Name, metav1.GetOptions{}); err != nil {
			return
		}
	}
}

// become gives a pod the status that its kubelet would write.
func become(pod *corev1.Pod, ph corev1.PodPhase, code int32) {
	now := metav1.Now()
	st := &pod.Status
	st.Phase = ph
	if st.StartTime == nil {
		st.StartTime = &now
	}
	st.HostIP, st.PodIP = "127.0.0.1", "127.0.0.1"
	st.PodIPs, st.HostIPs = []corev1.PodIP{{IP: "127.0.0.1"}}, []corev1.HostIP{{IP: "127.0.0.1"}}
	run := ph == corev1.PodRunning
	for _, ct := range []corev1.PodConditionType{corev1.PodInitialized, corev1.ContainersReady, corev1.PodReady} {
		s := corev1.ConditionTrue
		if !run && ct != corev1.PodInitialized {
			s = corev1.ConditionFalse
		}
		setCond(st, corev1.PodCondition{Type: ct, Status: s, LastTransitionTime: now, ObservedGeneration: pod.Generation})
	}
	st.ContainerStatuses = nil
	for _, c := range pod.Spec.Containers {
		cs := corev1.ContainerStatus{Name: c.Name, Image: c.Image, ImageID: "fake", ContainerID: "fake://" + string(pod.UID), Ready: run, Started: &run}
		if run {
			cs.State.Running = &corev1.ContainerStateRunning{StartedAt: now}
		} else {
			cs.State.Terminated = &corev1.ContainerStateTerminated{ExitCode: code, StartedAt: *st.StartTime, FinishedAt: now, Reason: fmt.Sprint(ph)}
		}
		st.ContainerStatuses = append(st.ContainerStatuses, cs)
	}
}

func setCond(st *corev1.PodStatus, c corev1.PodCondition) {
	for i := range st.Conditions {
		if st.Conditions[i].Type == c.Type {
			st.Conditions[i] = c
			return
		}
	}
	st.Conditions = append(st.Conditions, c)
}
