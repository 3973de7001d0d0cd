import type { LogLine } from '~/api/types';

/** A line, or the place where an attempt begins. */
export type LogRow = { kind: 'attempt'; attempt: number } | { kind: 'line'; line: LogLine };

/** The lines that hold the searched text, with a row where an attempt begins when there are several. */
export function logRows(lines: LogLine[], find: string): LogRow[] {
  const wanted = find.trim().toLowerCase();
  const several = lines.length > 0 && lines[0]?.attempt !== lines.at(-1)?.attempt;
  const rows: LogRow[] = [];
  let attempt = -1;
  for (const line of lines) {
    if (wanted !== '' && !line.text.toLowerCase().includes(wanted)) continue;
    if (several && line.attempt !== attempt) rows.push({ kind: 'attempt', attempt: line.attempt });
    attempt = line.attempt;
    rows.push({ kind: 'line', line });
  }
  return rows;
}

/** A line cut at what is searched: every second part is a find. */
export function parted(text: string, find: string): string[] {
  const wanted = find.trim();
  return wanted === '' ? [text] : text.split(new RegExp(`(${wanted.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`, 'gi'));
}
