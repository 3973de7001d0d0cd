import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import type { PodSet, TopologyAsk } from '~/api/types';
import { t } from '~/text';
import { words } from '~/ui/format';
import { WholeNumber } from '~/ui/WholeNumber';
import css from './SubmitForm.module.css';

const x = t.submit;

interface PodSetFieldsProps {
  podSet: PodSet;
  pointer: string;
  faults: ReadonlyMap<string, string>;
  levels: string[];
  named: boolean;
  onChange: (podSet: PodSet) => void;
  onRemove?: () => void;
}

/** One group of equal workers. */
export function PodSetFields({ podSet, pointer, faults, levels, named, onChange, onRemove }: PodSetFieldsProps) {
  const set = (change: Partial<PodSet>) => onChange({ ...podSet, ...change });
  const field = (name: string) => ({ error: faults.get(`${pointer}/${name}`), 'data-pointer': `${pointer}/${name}` });
  const mode = podSet.topology?.mode ?? 'UNCONSTRAINED';
  const level = podSet.topology?.level ?? levels.find((each) => /rack/i.test(each)) ?? levels[0];
  const setMode = (next: string | null) =>
    set({ topology: next === 'UNCONSTRAINED' || !next ? undefined : { mode: next as TopologyAsk['mode'], level } });
  return (
    <div className={css.group} role="group" aria-label={x.group(podSet.name)}>
      {named ? (
        <div className={css.two}>
          <TextInput label={x.groupName} value={podSet.name} {...field('name')} onChange={(event) => set({ name: event.currentTarget.value })} />
          {onRemove ? <Button variant="subtle" color="gray" style={{ alignSelf: 'end' }} onClick={onRemove}>{x.removeGroup}</Button> : null}
        </div>
      ) : null}
      <div className={css.three}>
        <WholeNumber label={x.workers} min={1} value={podSet.count} {...field('count')} onChange={(count) => set({ count })} />
        <WholeNumber label={x.gpusPerWorker} min={0} value={podSet.gpusPerPod} {...field('gpusPerPod')} onChange={(gpusPerPod) => set({ gpusPerPod })} />
        <NumberInput label={x.minWorkers} placeholder={String(podSet.count)} min={1} max={podSet.count} allowDecimal={false}
          value={podSet.minCount ?? ''} {...field('minCount')}
          onChange={(value) => set({ minCount: value === '' ? undefined : Number(value) })} />
      </div>
      <div className={css.two}>
        <Select label={x.topology} value={mode} {...field('topology')} onChange={setMode}
          data={[
            { value: 'UNCONSTRAINED', label: x.topologyNone },
            { value: 'PREFERRED', label: x.topologyPreferred },
            { value: 'REQUIRED', label: x.topologyRequired },
          ]} />
        {mode === 'UNCONSTRAINED' ? null : (
          <Select label={x.level} value={level ?? null} {...field('topology/level')}
            data={(levels.length > 0 ? levels : level ? [level] : []).map((value) => ({ value, label: levelName(value) }))}
            onChange={(next) => set({ topology: { ...podSet.topology, mode, level: next ?? undefined } })} />
        )}
      </div>
      {mode === 'PREFERRED' ? (
        <div className={css.two}>
          <TextInput label={t.scheduling.submit.patience} description={t.scheduling.submit.patienceHint} value={podSet.topology?.patience ?? ''} {...field('topology/patience')}
            onChange={(event) => set({ topology: { mode, level, patience: event.currentTarget.value.trim() || undefined } })} />
        </div>
      ) : null}
      <div className={css.two}>
        <TextInput label={x.cpu} description={x.resourceHint} value={podSet.cpuPerPod ?? ''} {...field('cpuPerPod')}
          onChange={(event) => set({ cpuPerPod: event.currentTarget.value })} />
        <TextInput label={x.memory} placeholder="512Gi" value={podSet.memoryPerPod ?? ''} {...field('memoryPerPod')}
          onChange={(event) => set({ memoryPerPod: event.currentTarget.value })} />
      </div>
    </div>
  );
}

/** `topology.gpuaas.io/rack` → `Rack`. */
function levelName(level: string): string {
  const last = level.split(/[/.]/).at(-1) ?? level;
  return words(last === 'hostname' ? 'node' : last);
}
