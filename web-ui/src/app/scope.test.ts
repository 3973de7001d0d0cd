import { expect, test } from 'vitest';
import { scopesOf } from './scope';

const project = (name: string, team: string) => ({ name, displayName: name, team });

test('departments, their teams, their projects; what holds no project is left out', () => {
  const scopes = scopesOf(
    [project('vit', 'vision'), project('asr', 'speech'), project('llm', 'text')],
    [{ name: 'vision', displayName: 'V', department: 'ai' }, { name: 'speech', displayName: 'S', department: 'ai' },
      { name: 'text', displayName: 'T', department: 'research' }, { name: 'empty', displayName: 'E', department: 'ai' }],
  );
  expect(scopes.map((each) => [each.key, each.projects.join()])).toEqual([
    ['department:ai', 'asr,vit'], ['team:speech', 'asr'], ['project:asr', 'asr'], ['team:vision', 'vit'], ['project:vit', 'vit'],
    ['department:research', 'llm'], ['team:text', 'llm'], ['project:llm', 'llm'],
  ]);
});
