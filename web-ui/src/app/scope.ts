import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { projectsQuery, teamsQuery } from '~/api/queries';
import type { Project, Team } from '~/api/types';

/** A part of the organisation that pages are narrowed to; in the URL as `department:ai`. */
export interface Scope {
  key: string;
  kind: 'department' | 'team' | 'project';
  name: string;
  projects: string[];
}

function grouped<X>(items: X[], key: (item: X) => string): Map<string, X[]> {
  const groups = new Map<string, X[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

/** Departments, their teams, their projects, in the order of the tree; only what holds a project. */
export function scopesOf(projects: Project[], teams: Team[]): Scope[] {
  const byName = (a: string, b: string) => a.localeCompare(b);
  const scope = (kind: Scope['kind'], name: string, members: Project[]): Scope =>
    ({ key: `${kind}:${name}`, kind, name, projects: members.map((each) => each.name).sort(byName) });
  const departmentOf = new Map(teams.map((team) => [team.name, team.department]));
  const departments = grouped(projects, (project) => departmentOf.get(project.team) ?? '');
  return [...departments].sort(([a], [b]) => byName(a, b)).flatMap(([department, members]) => [
    ...(department ? [scope('department', department, members)] : []),
    ...[...grouped(members, (project) => project.team)].sort(([a], [b]) => byName(a, b)).flatMap(([team, own]) => [
      scope('team', team, own),
      ...own.map((project) => scope('project', project.name, [project])).sort((a, b) => byName(a.name, b.name)),
    ]),
  ]);
}

export function useScopes(enabled = true): Scope[] | undefined {
  const projects = useQuery({ ...projectsQuery, enabled });
  const teams = useQuery({ ...teamsQuery, enabled });
  return useMemo(
    () => (projects.data && teams.data ? scopesOf(projects.data, teams.data) : undefined),
    [projects.data, teams.data],
  );
}

/** Projects that the page is narrowed to; undefined means all that may be seen. */
export function useScope(): Scope | undefined {
  const key = useSearch({ strict: false }).scope;
  const scopes = useScopes(key !== undefined);
  return key === undefined ? undefined : scopes?.find((each) => each.key === key);
}

/** As the API takes it: names separated by commas. */
export const projectsOf = (scope: Scope | undefined): string | undefined => scope?.projects.join(',');
