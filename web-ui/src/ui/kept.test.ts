import { beforeEach, expect, test } from 'vitest';
import { act, cleanup, renderHook } from '@testing-library/react';
import { keep, useKept } from './kept';

beforeEach(() => {
  cleanup();
  localStorage.clear();
});
const NONE: string[] = [];

test('what one place keeps, another shows', () => {
  const here = renderHook(() => useKept('views', NONE));
  const there = renderHook(() => useKept('views', NONE));
  act(() => here.result.current[1](['a']));
  expect(there.result.current[0]).toEqual(['a']);
});
test('what another tab keeps, this one shows', () => {
  const here = renderHook(() => useKept('views', NONE));
  localStorage.setItem('gpuaas.views', '["b"]');
  act(() => { window.dispatchEvent(new Event('storage')); });
  expect(here.result.current[0]).toEqual(['b']);
});
test('what cannot be read is as if it were not there', () => {
  localStorage.setItem('gpuaas.views', '{');
  expect(renderHook(() => useKept('views', NONE)).result.current[0]).toBe(NONE);
  act(() => keep('views', ['c']));
  expect(localStorage.getItem('gpuaas.views')).toBe('["c"]');
});
