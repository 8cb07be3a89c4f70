import { useState } from 'react'
import { helpPaths } from '#web/discuss/editor/help-paths.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { messages } from '#web/plan/messages.ts'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { unknownId } from '#web/ui/forms/lists/choice-list.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { createWords, useCreateEpic } from './creation.ts'
import styles from './EpicPicker.module.css'
import { type EpicChoice, useEpics } from './search.ts'

interface EpicPickerProps {
  /** Full path of the group whose epics are offered, with those of the groups above it. */
  readonly group: string
  /** Null: none is set; undefined: nothing is chosen so far. It is listed even where the search does not bring it. */
  readonly current: EpicChoice | null | undefined
  /** Epics that cannot be chosen, by id. */
  readonly without?: readonly number[]
  /** Also offers the choice of no epic. */
  readonly hasNone?: boolean
  readonly onPick: (epic: EpicChoice | null) => void
  readonly onClose: () => void
}

/** The open epics of a group; those who may create epics there can add one. @source EPIC-001 to EPIC-004, EPIC-008 */
export function EpicPicker({ group, current, without = [], hasNone = true, onPick, onClose }: EpicPickerProps) {
  const [query, setQuery] = useState('')
  const found = useEpics(group, query)
  const creating = useCreateEpic(onPick)
  const isMissing = current && query === '' && !found.items.some(choice => choice.id === current.id)
  const choices = (isMissing ? [current, ...found.items] : found.items).filter(choice => !without.includes(choice.id))
  return (
    <>
      {found.isError && <Banner tone="danger">{editMessages.fetchEpics}</Banner>}
      {creating.isError && <Banner tone="danger">{creating.error.message}</Banner>}
      <Picker
        label="Epic"
        options={choices.map(({ id, title, reference }) => ({ id: String(id), text: title, detail: reference }))}
        selected={current === undefined ? [unknownId] : current === null ? [] : [String(current.id)]}
        onChange={([id]) => onPick(choices.find(choice => String(choice.id) === id) ?? null)}
        onQuery={setQuery}
        loading={found.isLoading || creating.isPending}
        onMore={found.onMore}
        {...(hasNone && { none: 'No epic' })}
        empty={messages.noMatches}
        placeholder="Search epics"
        onClose={onClose}
        {...(found.canCreate && {
          create: { label: createWords.epic, run: title => creating.mutate({ id: group, title }) },
        })}
        footer={
          <TextLink href={helpPaths.epics} className={styles.learn}>
            Learn about epics
          </TextLink>
        }
      />
    </>
  )
}
