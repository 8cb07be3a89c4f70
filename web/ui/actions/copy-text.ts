/** Put a text on the clipboard. Without a secure origin a browser has none: the user then has to select the text. */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  return done
}

/** The time for which a button shows the result of copying. @source REF-004 */
export const copyOutcomeMs = 1_000

export const copyOutcome = {
  none: null,
  copied: 'Copied',
  failed: 'Copy failed. Please manually copy the value.',
} as const
