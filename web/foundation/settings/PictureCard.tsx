import type { CallError } from '#web/api/client.ts'
import { uploadOf } from '#web/api/upload.ts'
import { Card } from '#web/ui/layout/Card.tsx'
import { formProblem } from '../problems.ts'
import { AvatarField } from '../user-settings/AvatarField.tsx'

interface PictureCardProps {
  readonly owner: { readonly id: number; readonly name: string; readonly avatarUrl: string | null }
  readonly isBusy: boolean
  readonly error: CallError | null
  /** With an empty text the picture goes. */
  readonly onSave: (avatar: ReturnType<typeof uploadOf> | '') => void
}

/** The picture of a project or group. */
export function PictureCard({ owner, isBusy, error, onSave }: PictureCardProps) {
  return (
    <Card title="Picture">
      <AvatarField
        key={owner.avatarUrl}
        owner={owner}
        shape="square"
        busy={isBusy}
        error={formProblem(error)}
        onSave={file => onSave(uploadOf(file))}
        onRemove={owner.avatarUrl === null ? undefined : () => onSave('')}
      />
    </Card>
  )
}
