import { Button, Menu, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconBookmark, IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '~/text';
import { keep, useKept } from '~/ui/kept';

/** A filter and an order under a name. */
export interface View {
  name: string;
  q?: string;
  where?: string;
  sort?: string;
}

const x = t.work.views;
const NONE: View[] = [];
const KEY = 'views.jobs';

interface ViewsMenuProps {
  current: Omit<View, 'name'>;
  onPick: (view: View) => void;
}

/** Saved views of this browser: pick one, save the present one, take one away. */
export function ViewsMenu({ current, onPick }: ViewsMenuProps) {
  const [views, setViews] = useKept(KEY, NONE);
  const [naming, dialog] = useDisclosure(false);
  const [name, setName] = useState('');
  const chosen = views.find((view) => view.q === current.q && view.where === current.where && view.sort === current.sort);
  function save() {
    setViews([...views.filter((view) => view.name !== name.trim()), { ...current, name: name.trim() }]);
    dialog.close();
  }
  function drop(view: View) {
    setViews(views.filter((each) => each !== view));
    notifications.show({
      id: `view-${view.name}`,
      message: (
        <span>{x.removed(view.name)}{' '}
          <Button variant="default" size="compact-xs" onClick={() => { keep(KEY, views); notifications.hide(`view-${view.name}`); }}>{t.common.undo}</Button>
        </span>
      ),
    });
  }
  return (
    <>
      <Menu position="bottom-end" width={250} withinPortal={false} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={14} aria-hidden="true" />} rightSection={<IconChevronDown size={13} aria-hidden="true" />}>
            {chosen?.name ?? x.title}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 ? <Menu.Label>{x.none}</Menu.Label> : views.map((view) => (
            <Menu.Item key={view.name} onClick={() => onPick(view)} aria-current={view === chosen || undefined}>{view.name}</Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => { setName(chosen?.name ?? ''); dialog.open(); }}>{x.save}</Menu.Item>
          {chosen ? <Menu.Item leftSection={<IconTrash size={14} />} onClick={() => drop(chosen)}>{x.remove(chosen.name)}</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
      <Modal opened={naming} onClose={dialog.close} title={x.save} closeButtonProps={{ 'aria-label': t.common.close }}>
        <form onSubmit={(event) => { event.preventDefault(); if (name.trim()) save(); }}>
          <TextInput label={x.name} description={x.hint} value={name} maxLength={60} data-autofocus onChange={(event) => setName(event.currentTarget.value)} />
          <div style={{ display: 'flex', gap: 8, justifyContent: 'flex-end', marginTop: 18 }}>
            <Button variant="default" onClick={dialog.close}>{t.common.cancel}</Button>
            <Button type="submit" disabled={!name.trim()}>{t.common.save}</Button>
          </div>
        </form>
      </Modal>
    </>
  );
}
