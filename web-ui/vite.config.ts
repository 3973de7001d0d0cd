import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// GPUAAS_URL: where `npm run dev` sends calls of the API (the product; where `./gpuaas up` runs it).
export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '~': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: { target: 'es2022', sourcemap: false, chunkSizeWarningLimit: 700 },
  server: { fs: { allow: ['.', '../docs'] }, proxy: { '/api': process.env['GPUAAS_URL'] ?? 'http://127.0.0.1:8080' } },
  test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'], testTimeout: 60_000 },
});
