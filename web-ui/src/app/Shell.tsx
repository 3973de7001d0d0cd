import { Outlet } from '@tanstack/react-router';
import { t } from '~/text';

export function Shell() {
  return <main aria-label={t.product}><Outlet /></main>;
}
