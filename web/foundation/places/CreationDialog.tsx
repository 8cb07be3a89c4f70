import { useState } from 'react'
import type { CreatedInPlace, creationPlaces as creationPlacesOperation } from '#contract/foundation/namespaces.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { creationPlaces } from '#web/api/operations.gen.ts'
import type { PlaceNamespace } from '#web/api/place.ts'
import { useReading } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { FormField } from '#web/ui/forms/FormField.tsx'
import { Combobox } from '#web/ui/forms/lists/Combobox.tsx'
import { matching, type Option } from '#web/ui/forms/lists/choice-list.ts'
import { FormDialog } from '#web/ui/overlays/FormDialog.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { useSearchText } from '#web/ui/use-debounced.ts'
import { creations } from './creations.ts'

interface CreationDialogProps {
  readonly kind: CreatedInPlace
  /** The project or group of the page: in a group, only its own projects are offered. */
  readonly namespace: Pick<PlaceNamespace, 'id' | 'kind'> | null
  readonly onClose: () => void
}

/** Asks for the place of a new item, the latest one proposed, and goes on to its form. */
export function CreationDialog({ kind, namespace, onClose }: CreationDialogProps) {
  const goTo = useGoTo()
  const { label, pathIn, placeWord } = creations[kind]
  const [query, setQuery] = useState('')
  const [search, isPausing] = useSearchText(query.trim())
  const group = namespace?.kind === 'group' ? { groupId: namespace.id } : {}
  const first = useReading(creationPlaces, { kind, ...group }).data?.places
  const found = useReading(
    creationPlaces,
    { kind, ...group, ...(search === '' ? {} : { search }) },
    { keepPrevious: true },
  )
  const [picked, setPicked] = useState<FoundPlace | null | undefined>(undefined)
  const [proposed] = first ?? []
  const isProposed = proposed !== undefined && (proposed.isLatest || first?.length === 1)
  const place = picked === undefined ? (isProposed ? proposed : null) : picked
  const places = found.data?.places ?? []
  return (
    <FormDialog
      title={label}
      submit="Continue"
      disabled={place === null}
      problem={found.isError ? `Could not load the ${placeWord}s. Try again.` : null}
      onSubmit={() => {
        if (place === null) return
        onClose()
        goTo(pathIn(place))
      }}
      onClose={onClose}
    >
      <FormField label={placeWord.charAt(0).toUpperCase() + placeWord.slice(1)}>
        <Combobox
          label={label}
          autoFocus
          // Enter takes the first one: what an older search brought is offered only as far as it fits what is typed now.
          options={matching(places.map(optionOf), query)}
          selected={place === null ? [] : [optionOf(place)]}
          loading={found.isFetching || isPausing}
          placeholder={`Search for a ${placeWord}`}
          empty={`No matching ${placeWord}s in which you can create this`}
          onQuery={setQuery}
          onChange={([option]) => setPicked(places.find(({ id }) => String(id) === option?.id) ?? null)}
        />
      </FormField>
    </FormDialog>
  )
}

type FoundPlace = ReplyOf<typeof creationPlacesOperation>['places'][number]

const optionOf = (place: FoundPlace): Option => ({
  id: String(place.id),
  text: place.fullName,
  detail: place.fullPath,
  leading: <Avatar {...place} sizePx={20} shape="square" named={false} />,
})
