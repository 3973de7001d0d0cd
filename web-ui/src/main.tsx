import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '~/app/fonts.css';
import '~/app/tokens.css';
import '~/app/mantine.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Portal } from '~/app/Portal';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with id root');
createRoot(root).render(
  <StrictMode>
    <Portal />
  </StrictMode>,
);
