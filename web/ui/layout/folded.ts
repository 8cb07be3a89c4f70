import { setChoice, useReader } from '#web/ui/reader.ts'

/**
 * Whether a part of the page is collapsed, remembered in this browser.
 *
 * @param name  of the part: `navigation`, `sidebar`
 */
export function useFolded(name: string): readonly [isFolded: boolean, setFolded: (folded: boolean) => void] {
  return useChoice(name)
}

/** Whether the lists of issues show rows of 36 px instead of 44. */
export function useCompactRows(): readonly [isCompact: boolean, setCompact: (compact: boolean) => void] {
  return useChoice('compact-rows')
}

/** Whether a sidebar shows the fields in which nothing is set. */
export function useEmptyFields(): readonly [showsEmpty: boolean, setShowsEmpty: (shows: boolean) => void] {
  return useChoice('empty-fields')
}

function useChoice(name: string): readonly [isOn: boolean, set: (on: boolean) => void] {
  const { choices } = useReader()
  return [choices.includes(name), isOn => setChoice(name, isOn)]
}
