import { findProgram, provideByApt } from './apt.ts'

// The one without windows first: it opens a page in a third of the time.
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
] as const
const fonts = ['fonts-liberation', 'fonts-noto-color-emoji'] as const

const advice = `The browser tests need Chromium, which is not installed. Install it with your package manager, for example on Debian:
  sudo apt-get install chromium ${fonts.join(' ')}`

/** The system's Chromium or Chrome, or null. */
export function findChromium(): string | null {
  return findProgram(programs)
}

/** The arguments with which Chromium only shows pages; root has no sandbox to offer. */
export function chromiumArguments(): string[] {
  return [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
}

/**
 * Find Chromium, or install it where this account may.
 *
 * @returns null, or the sentence that says what to do
 */
export function provideChromium(log: (line: string) => void): string | null {
  const choices = ['chromium-headless-shell', 'chromium'].map(browser => [browser, ...fonts])
  return provideByApt(choices, () => findChromium() !== null, log) ? null : advice
}
