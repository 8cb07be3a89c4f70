export const themes = ['auto', 'light', 'dark', 'light_high_contrast', 'dark_high_contrast'] as const
export type Theme = (typeof themes)[number]

/** Show the page in a theme at once; `auto` follows the system's choice of light or dark and of contrast. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}
