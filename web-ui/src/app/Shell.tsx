import { ActionIcon, Drawer, Kbd, Menu, useMantineColorScheme } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useRouter, useRouterState, useSearch } from '@tanstack/react-router';
import { IconCheck, IconChevronDown, IconHelp, IconLogout, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useEffect } from 'react';
import { live } from '~/api/live';
import { followEvents } from '~/api/liveCache';
import { meQuery, signOut } from '~/api/session';
import { LANGUAGES, type Language, language, speak, t } from '~/text';
import { Mark } from '~/ui/Mark';
import { Skeleton } from '~/ui/states';
import { fetchAhead } from './ahead';
import { ClockNote, LiveBadge, LiveLost } from './Live';
import { may, navigationFor } from './nav';
import { Palette } from './Palette';
import { useScope } from './scope';
import { ScopeSwitcher } from './ScopeSwitcher';
import { StepUp } from './StepUp';
import css from './Shell.module.css';

/** Frame of all screens: rail, bar, live state. */
export function Shell() {
  const client = useQueryClient();
  const [navOpen, nav] = useDisclosure(false);
  const [paletteOpen, palette] = useDisclosure(false);
  const path = useRouterState({ select: (state) => state.location.pathname });
  useHotkeys([['mod+K', palette.open]], []);
  const { data: me } = useQuery(meQuery);
  const follows = me !== undefined && may(me, 'job.read');
  useEffect(() => {
    const stop = followEvents(live, client);
    if (follows) live.start();
    return () => {
      stop();
      live.stop();
    };
  }, [client, follows]);
  const router = useRouter();
  useEffect(() => fetchAhead(router), [router]);
  const close = nav.close;
  useEffect(close, [path, close]);

  return (
    <div className={css.shell}>
      <a href="#content" className="skip-link">{t.skip}</a>
      <aside className={css.rail} aria-label={t.product}>
        <Brand />
        <Navigation />
      </aside>
      <Drawer opened={navOpen} onClose={nav.close} size={264} title={<Brand />} closeButtonProps={{ 'aria-label': t.nav.close }}>
        <Navigation />
      </Drawer>
      <div className={css.main}>
        <header className={css.bar}>
          <ActionIcon variant="subtle" color="gray" className={css.burger} onClick={nav.open} aria-label={t.nav.open}>
            <IconMenu2 size={18} />
          </ActionIcon>
          <ScopeSwitcher />
          <button type="button" className={css.search} onClick={palette.open}>
            <IconSearch size={14} aria-hidden="true" />
            <span>{t.palette.open}</span>
            <Kbd size="xs">Ctrl K</Kbd>
          </button>
          <div className={css.right}>
            <LiveBadge />
            <Link to="/definitions" className={css.help} title={t.common.definitions} aria-label={t.common.definitions}><IconHelp size={17} stroke={1.6} aria-hidden="true" /></Link>
            <Account />
          </div>
        </header>
        <LiveLost />
        <ClockNote />
        <main id="content" tabIndex={-1} className={css.content}>
          <Scoped />
          <div id="overlays" />
        </main>
      </div>
      <StepUp />
      <Palette opened={paletteOpen} onClose={palette.close} />
    </div>
  );
}

/** Pages wait until it is known which projects the scope in the URL means. */
function Scoped() {
  const asked = useSearch({ strict: false }).scope;
  const scope = useScope();
  return asked === undefined || scope ? <Outlet /> : <Skeleton lines={10} />;
}

function Brand() {
  return <span className={css.brand}><Mark size={22} />{t.product}</span>;
}

function Navigation() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  return (
    <nav aria-label={t.nav.label} className={css.nav}>
      {navigationFor(me).map((group) => (
        <section key={group.text}>
          <h2>{group.text}</h2>
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to} activeOptions={{ exact: entry.to === '/', includeSearch: false }} className={css.entry}>
                  <entry.icon size={16} stroke={1.6} aria-hidden="true" />
                  {entry.text}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

const THEMES = [
  { value: 'auto', label: t.theme.system },
  { value: 'light', label: t.theme.light },
  { value: 'dark', label: t.theme.dark },
] as const;

function Account() {
  const { data: me } = useQuery(meQuery);
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  async function leave() {
    window.location.assign(await signOut().catch(() => '/sign-in'));
  }
  if (!me) return null;
  return (
    <Menu position="bottom-end" width={240} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button type="button" className={css.account}>
          <span className={css.face} data-letter={me.displayName.slice(0, 1).toUpperCase()} aria-hidden="true" />
          <span className="hidden-visually">{t.session.account}</span>
          <span className={css.who}>{me.displayName}</span>
          <IconChevronDown size={14} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{me.login} · {me.roles.map((binding) => binding.role).join(', ') || t.common.none}</Menu.Label>
        <Menu.Divider />
        <Menu.Label>{t.theme.label}</Menu.Label>
        {THEMES.map((theme) => (
          <Menu.Item key={theme.value} onClick={() => setColorScheme(theme.value)} closeMenuOnClick={false}
            aria-current={colorScheme === theme.value || undefined}
            rightSection={colorScheme === theme.value ? <IconCheck size={14} aria-hidden="true" /> : null}>
            {theme.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t.language.label}</Menu.Label>
        {(Object.keys(LANGUAGES) as Language[]).map((each) => (
          <Menu.Item key={each} lang={each} onClick={() => speak(each)} aria-current={language === each || undefined}
            rightSection={language === each ? <IconCheck size={14} aria-hidden="true" /> : null}>
            {LANGUAGES[each]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void leave()}>{t.session.signOut}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
