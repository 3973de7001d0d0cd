import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconBook2, IconCalendarStats, IconFolder, IconSearch, IconUser } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { fewJobsQuery, usersQuery } from '~/api/queries';
import { serverNow } from '~/api/serverClock';
import { meQuery } from '~/api/session';
import { t } from '~/text';
import { StatusChip } from '~/ui/StatusChip';
import { deedsFor, named } from './deeds';
import { may, navigationFor } from './nav';
import css from './Palette.module.css';
import { wish } from './wishes';

interface Hit {
  key: string;
  group: string;
  content: ReactNode;
  open: () => void;
}

/** Ctrl K: jump to a page, a project, a person or a job, or begin to do something. */
export function Palette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal.Root opened={opened} onClose={onClose} padding={0} size={560} yOffset="12dvh">
      <Modal.Overlay />
      <Modal.Content aria-label={t.palette.open}>
        <Modal.Body><Search onClose={onClose} /></Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const MOST = 5;

function useHits(text: string, onClose: () => void): Hit[] {
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const [settled] = useDebouncedValue(text, 150);
  const { data: jobs } = useQuery({ ...fewJobsQuery({ q: settled, limit: 6, sort: '-submittedAt' }), enabled: settled.length > 1 });
  const { data: users } = useQuery({ ...usersQuery, enabled: settled.length > 1 && me !== undefined && may(me, 'user.read') });
  const wanted = text.trim();
  const pages = (me ? navigationFor(me) : []).flatMap((group) => group.entries)
    .filter((entry) => named(entry.text, wanted))
    .map((entry) => ({
      key: entry.to, group: t.palette.pages,
      content: <><entry.icon size={15} aria-hidden="true" />{entry.text}</>,
      open: () => { onClose(); void navigate({ to: entry.to }); },
    }));
  const deeds = (me ? deedsFor(me, serverNow()) : []).filter((deed) => named(deed.text, wanted)).map((deed, at) => ({
    key: `do-${at}`, group: t.palette.deeds, content: <><deed.icon size={15} aria-hidden="true" />{deed.text}</>,
    open: () => { onClose(); void navigate(deed.go); if (deed.wish) wish(deed.wish); },
  }));
  const projects = wanted.length > 1 ? (me?.projects ?? []).filter((name) => named(`${name} ${t.common.project} ${t.manage.quotas.editTitle('')}`, wanted)).slice(0, MOST).flatMap((name) => [
    { key: `jobs/${name}`, group: t.palette.projects, content: <><IconFolder size={15} aria-hidden="true" /><span className="cut">{t.palette.jobsOf(name)}</span></>,
      open: () => { onClose(); void navigate({ to: '/jobs', search: { q: `project:${name}` } }); } },
    ...(me && may(me, 'quota.write') ? [{ key: `quota/${name}`, group: t.palette.projects, content: <><IconCalendarStats size={15} aria-hidden="true" /><span className="cut">{t.manage.quotas.editTitle(name)}</span></>,
      open: () => { onClose(); void navigate({ to: '/quotas', search: { edit: `PROJECT:${name}` } }); } }] : []),
  ]) : [];
  const words = wanted.length > 1 ? t.words.filter(([word]) => named(word, wanted)).map(([word, meaning], at) => ({
    key: `word-${at}`, group: t.palette.words, content: <><IconBook2 size={15} aria-hidden="true" className={css.icon} /><span><b className={css.word}>{word}</b> <span className="soft">{meaning}</span></span></>,
    open: () => { onClose(); void navigate({ to: '/settings' }); },
  })) : [];
  const people = wanted.length > 1 ? (users ?? []).filter((user) => named(`${user.login} ${user.displayName}`, wanted)).slice(0, MOST).map((user) => ({
    key: `user/${user.login}`, group: t.palette.people, content: <><IconUser size={15} aria-hidden="true" /><span className="cut">{t.palette.jobsOf(user.displayName)}</span></>,
    open: () => { onClose(); void navigate({ to: '/jobs', search: { q: `user:${user.login}` } }); },
  })) : [];
  const found = wanted.length > 1 ? (jobs?.items ?? []).map((job) => ({
    key: job.id, group: t.palette.jobs,
    content: <><StatusChip phase={job.phase} /><span className="cut">{job.name}</span><span className="quiet small">{job.project}</span></>,
    open: () => { onClose(); void navigate({ to: '/jobs/$id', params: { id: job.id } }); },
  })) : [];
  return [...pages, ...deeds, ...projects, ...words, ...people, ...found];
}

function Search({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const hits = useHits(text, onClose);
  const chosen = Math.min(at, hits.length - 1);
  function press(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step) {
      event.preventDefault();
      setAt((chosen + step + hits.length) % Math.max(1, hits.length));
    }
    if (event.key === 'Enter') hits[chosen]?.open();
  }
  return (
    <div onKeyDown={press}>
      <TextInput
        size="md" variant="unstyled" px="md" data-autofocus classNames={{ input: css.input }} value={text} placeholder={t.palette.placeholder}
        aria-label={t.palette.placeholder} leftSection={<IconSearch size={16} />} role="combobox" aria-expanded aria-controls="palette-hits"
        aria-activedescendant={hits[chosen] ? `hit-${hits[chosen].key}` : undefined}
        onChange={(event) => { setText(event.currentTarget.value); setAt(0); }}
      />
      <div id="palette-hits" role="listbox" aria-label={t.palette.open} className={css.hits}>
        {hits.map((hit, index) => (
          <div
            key={hit.key} id={`hit-${hit.key}`} role="option" aria-selected={index === chosen} className={css.hit}
            onClick={hit.open} onMouseMove={() => setAt(index)}
          >
            {hit.content}
            <span className={css.group}>{hit.group}</span>
          </div>
        ))}
        {hits.length === 0 ? <p className={css.none}>{t.palette.none}</p> : null}
      </div>
    </div>
  );
}
