import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { flavorsQuery } from '~/api/queries';

interface NameFieldProps {
  label: string;
  description?: string;
  value: string;
  error?: string;
  onChange: (value: string) => void;
}

/** A GPU model; those of flavors are offered, others may come later. */
export function ModelField({ onChange, ...field }: NameFieldProps) {
  const { data: flavors } = useQuery(flavorsQuery);
  const models = [...new Set((flavors ?? []).map((each) => each.gpuModel).filter((model): model is string => Boolean(model)))];
  return <Autocomplete {...field} data={models} onChange={(value) => onChange(value.trim())} />;
}

/** A pool, which has the name of its flavor. */
export function PoolField({ onChange, ...field }: NameFieldProps) {
  const { data: flavors } = useQuery(flavorsQuery);
  return <Autocomplete {...field} data={(flavors ?? []).map((each) => each.name)} onChange={(value) => onChange(value.trim())} />;
}
