import { Chip } from '#web/foundation/Chip.tsx'

/** The state of a flag in a word. */
export const FlagMark = ({ isOn }: { readonly isOn: boolean }) => (
  <Chip tone={isOn ? 'good' : 'plain'}>{isOn ? 'Active' : 'Inactive'}</Chip>
)
