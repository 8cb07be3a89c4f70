import { DiffIcon } from '@primer/octicons-react'
import { useState } from 'react'
import type { Reading } from '#contract/discuss/read-marks.ts'
import { DescriptionDiff } from '#web/discuss/history/DescriptionDiff.tsx'
import type { NoteableKey } from '#web/discuss/noteable.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'

interface EditedDescriptionProps extends NoteableKey {
  readonly news: NonNullable<Reading['descriptionNews']>
  readonly onDismiss: () => void
}

export function EditedDescription({ kind, namespace, iid, news, onDismiss }: EditedDescriptionProps) {
  const [isOpen, setOpen] = useState(false)
  const editors = news.editors.length === 0 ? 'somebody' : listed(news.editors)
  return (
    <>
      <Banner
        icon={<DiffIcon />}
        action={
          <Button size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide changes' : 'Show changes'}
          </Button>
        }
        onDismiss={onDismiss}
      >
        Since your last visit {editors} edited the description, <RelativeTime at={news.editedAt} />.
      </Banner>
      {isOpen && (
        <DescriptionDiff
          kind={kind}
          namespace={namespace}
          iid={iid}
          versionId={news.versionId}
          startVersionId={news.startVersionId}
        />
      )}
    </>
  )
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
