import { useCallback, useEffect, useState } from 'react'
import { keptPlaces } from '#web/api/unsent-texts/kept-store.ts'
import { keptText } from '#web/api/unsent-texts/kept-text.ts'
import { type Noteable, places } from '#web/discuss/noteable.ts'
import { type FormPlace, givesWay, nameOfPlace, readPlaceName } from './form-place.ts'

export interface OpenForm {
  readonly place: FormPlace
  readonly isAsked: boolean
}

/** The boxes that are open; at first those with an unsent text. */
export function useForms(noteable: Noteable) {
  const [forms, setForms] = useState<readonly OpenForm[]>([])
  // The server does not know the unsent texts of this browser when it draws the page.
  useEffect(() => {
    const prefix = places.line(noteable, '')
    const kept = keptPlaces().flatMap(name => {
      const place = name.startsWith(prefix) && keptText(name) !== null ? readPlaceName(name.slice(prefix.length)) : null
      return place === null ? [] : [{ place, isAsked: false }]
    })
    if (kept.length > 0) setForms(open => (open.length === 0 ? kept : open))
  }, [noteable])
  const openForm = useCallback(
    (place: FormPlace) =>
      setForms(open => [
        ...open.filter(({ place: former }) => {
          const name = nameOfPlace(former)
          const isEmpty = keptText(places.line(noteable, name)) === null
          return name !== nameOfPlace(place) && !(isEmpty && givesWay(former, place))
        }),
        { place, isAsked: true },
      ]),
    [noteable],
  )
  const closeForm = useCallback(
    (place: FormPlace) => setForms(open => open.filter(form => nameOfPlace(form.place) !== nameOfPlace(place))),
    [],
  )
  return { forms, openForm, closeForm }
}
