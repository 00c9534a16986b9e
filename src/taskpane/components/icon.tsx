/** Drawn on a square of 20 by 20, in the colour of the text around them. */
const SHAPES = {
  info: 'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm-.75 7v5h1.5V9h-1.5ZM10 6a.9.9 0 1 0 0 1.8A.9.9 0 0 0 10 6Z',
  success: 'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16Zm3.2 5.1-4.1 4.3-2.3-2.2-1 1.1 3.4 3.2 5.1-5.4-1.1-1Z',
  warning:
    'M10 2.2c.5 0 .9.2 1.1.6l6.7 12.9c.5.9-.1 2-1.1 2H3.3c-1 0-1.6-1.1-1.1-2L8.900 2.800c.2-.4.6-.6 1.100-.6ZM9.250 7v5h1.500V7h-1.500ZM10 13.200a.9.9 0 1 0 0 1.800.9.9 0 0 0 0-1.800Z',
  error:
    'M10 2a8 8 0 1 1 0 16 8 8 0 0 1 0-16ZM7.500 6.500l-1 1L9 10l-2.500 2.500 1 1L10 11l2.500 2.500 1-1L11 10l2.500-2.500-1-1L10 9 7.500 6.500Z',
  search:
    'M8.500 3a5.500 5.500 0 0 1 4.300 8.900l4 4-1 1-4-4A5.500 5.500 0 1 1 8.500 3Zm0 1.400a4.100 4.100 0 1 0 0 8.200 4.100 4.100 0 0 0 0-8.200Z',
  back: 'M9 4 3 10l6 6 1-1-4.300-4.300H17V9.300H5.700L10 5 9 4Z',
  forward: 'M7.500 4 6.500 5l5 5-5 5 1 1 6-6-6-6Z',
  open: 'M4.500 3H9v1.500H4.500v11h11V11H17v4.500A1.500 1.500 0 0 1 15.500 17h-11A1.500 1.500 0 0 1 3 15.500v-11A1.500 1.500 0 0 1 4.500 3ZM11 3h6v6h-1.500V5.600l-5 5-1.100-1.100 5-5H11V3Z',
  select:
    'M3 3h5v1.500H4.500V8H3V3Zm9 0h5v5h-1.500V4.500H12V3ZM3 12h1.500v3.500H8V17H3v-5Zm12.500 0H17v5h-5v-1.500h3.500V12ZM7.500 9.300h5v1.400h-5V9.300Z',
  settings:
    'M8.700 2h2.600l.4 2.100c.4.1.800.300 1.100.500l1.900-.8 1.800 2.300-1.400 1.600c.1.400.2.800.2 1.300s-.1.900-.2 1.300l1.500 1.500-1.800 2.300-2-.7-1.100.6-.4 2H8.700l-.4-2-1.100-.6-2 .7-1.800-2.300 1.500-1.500A5 5 0 0 1 4.700 9c0-.5.1-.9.200-1.300L3.500 6.100l1.800-2.300 1.900.8c.300-.2.700-.4 1.100-.5L8.700 2ZM10 6.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5Z',
} as const;

export type IconName = keyof typeof SHAPES;

/** A sign that says nothing by itself: what it means stands beside it in words. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="md-icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
    <path fill="currentColor" fill-rule="evenodd" d={SHAPES[name]} />
  </svg>
);
