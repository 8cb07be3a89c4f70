import { useState } from 'react'
import { mostLaneLabels } from '#contract/plan/boards/board-cards.ts'
import { editMessages } from '#web/plan/edit-messages.ts'
import { Swatch } from '#web/plan/facts/Swatch.tsx'
import { messages } from '#web/plan/messages.ts'
import { useLabels } from '#web/plan/pickers/search.ts'
import type { Option } from '#web/ui/forms/lists/choice-list.ts'
import { Picker } from '#web/ui/forms/lists/Picker.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import type { LanesData } from '../shapes.ts'

interface LaneLabelsProps {
  readonly namespace: string
  readonly lanes: LanesData
  readonly onChoose: (labelIds: readonly number[]) => void
  readonly onClose: () => void
}

/** Choose the labels that have lanes. */
export function LaneLabels({ namespace, lanes, onChoose, onClose }: LaneLabelsProps) {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(lanes.labelIds.map(String))
  const found = useLabels(namespace, query)
  // The labels of lanes may be beyond the first page of all labels.
  const ofLanes = query === '' ? lanes.shown.flatMap(({ label }) => label ?? []) : []
  const known = [...new Map([...ofLanes, ...found.items].map(label => [label.id, label])).values()]
  const options = known.map(
    ({ id, name, color }): Option => ({ id: String(id), text: name, leading: <Swatch color={color} /> }),
  )
  return (
    <>
      {found.isError && <Banner tone="danger">{editMessages.fetchLabels}</Banner>}
      <Picker
        label="Labels with lanes"
        multiple
        options={options}
        selected={chosen}
        onChange={ids => {
          const most = ids.slice(-mostLaneLabels)
          setChosen([...most])
          onChoose(most.map(Number))
        }}
        onQuery={setQuery}
        loading={found.isLoading}
        onMore={found.onMore}
        empty={messages.noMatches}
        placeholder="Search labels"
        onClose={onClose}
      />
    </>
  )
}
