import js from '@eslint/js';
import hooks from 'eslint-plugin-react-hooks';
import ts from 'typescript-eslint';
import { noCircles } from './scripts/noCircles.js';

export default ts.config(
  { ignores: ['dist', 'target', 'src/api/schema.d.ts'] },
  js.configs.recommended,
  {
    files: ['src/**/*.{ts,tsx}'],
    extends: [...ts.configs.strict, hooks.configs.flat['recommended-latest']],
    plugins: { own: { rules: { 'no-circles': noCircles } } },
    rules: {
      'own/no-circles': 'error',
      'max-lines': ['error', 500],
      'max-params': ['error', 4],
      'react-hooks/incompatible-library': 'off',
      'no-console': 'error',
      'no-restricted-syntax': [
        'error',
        { selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]', message: 'Text is escaped by React.' },
      ],
    },
  },
  {
    files: ['**/*.mjs', '*.js', 'scripts/*.js', 'public/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'URL', 'fetch', 'setTimeout', 'setInterval', 'clearTimeout',
          'clearInterval', 'document', 'window', 'performance', 'localStorage', 'Buffer',
          'AbortController', 'getComputedStyle', 'URLSearchParams', 'requestAnimationFrame', 'PerformanceObserver'].map((name) => [name, 'readonly']),
      ),
    },
  },
);
