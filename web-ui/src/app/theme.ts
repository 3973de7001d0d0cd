import { createTheme, type MantineColorsTuple } from '@mantine/core';

// Buttons are ink, so that blue, amber and teal keep one meaning: kinds of capacity.
const ink: MantineColorsTuple = [
  '#f4f6f7', '#e4e8ea', '#c9d0d4', '#a9b3b9', '#87939b', '#66727a', '#4b565d', '#343d43', '#21282d',
  '#15191c',
];

const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 1 },
  autoContrast: true,
  luminanceThreshold: 0.4,
  colors: { ink },
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  radius: { md: '7px' },
  fontSizes: { xs: '12px', sm: '13.5px', md: '14.5px' },
  headings: { fontWeight: '600' },
  components: {
    Button: { defaultProps: { size: 'xs', variant: 'filled' } },
    TextInput: { defaultProps: { size: 'sm', inputWrapperOrder: ORDER } },
    PasswordInput: { defaultProps: { size: 'sm', inputWrapperOrder: ORDER } },
    Autocomplete: { defaultProps: { size: 'sm', inputWrapperOrder: ORDER } },
    MultiSelect: { defaultProps: { size: 'sm', inputWrapperOrder: ORDER } },
    NumberInput: { defaultProps: { size: 'sm', inputWrapperOrder: ORDER } },
    Select: { defaultProps: { size: 'sm', inputWrapperOrder: ORDER, checkIconPosition: 'right', allowDeselect: false } },
    Textarea: { defaultProps: { size: 'sm', inputWrapperOrder: ORDER } },
    Tooltip: { defaultProps: { openDelay: 250, withArrow: false, fz: 12 } },
    // Dialogs and lists lie inside <main>, so that they belong to a landmark.
    Portal: { defaultProps: { target: '#overlays' } },
    Modal: { defaultProps: { centered: true }, styles: { title: { fontWeight: 600 } } },
    Drawer: { styles: { title: { fontWeight: 600 } } },
  },
});
