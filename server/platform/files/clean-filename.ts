/** A file's name that is safe in an address, in markdown and on every disk; its ending stays. */
export function cleanFilename(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const clean = last
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_')
    .replace(/^[._]+/, '')
  const dot = clean.lastIndexOf('.')
  const end = dot > 0 ? clean.slice(dot).slice(0, 20) : ''
  const stem = dot > 0 ? clean.slice(0, dot) : clean
  return `${stem.slice(0, 150) || 'file'}${end}`
}
