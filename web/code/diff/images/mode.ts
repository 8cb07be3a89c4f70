import { choose, useReader } from '#web/ui/reader.ts'

/** The ways to compare two images. @source IMGDIFF-001, IMGDIFF-002, IMGDIFF-003 */
export const imageModes = [
  { key: 'two-up', label: '2-up' },
  { key: 'swipe', label: 'Swipe' },
  { key: 'onion-skin', label: 'Onion skin' },
] as const
type ImageMode = (typeof imageModes)[number]['key']

const beginning = 'images-'

/** The mode of comparing two images; remembered in this browser. */
export function useImageMode(): readonly [mode: ImageMode, setMode: (mode: ImageMode) => void] {
  const { choices } = useReader()
  const chosen = imageModes.find(({ key }) => choices.includes(`${beginning}${key}`))
  return [chosen?.key ?? 'two-up', mode => choose(beginning, `${beginning}${mode}`)]
}
