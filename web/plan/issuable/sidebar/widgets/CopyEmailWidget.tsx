import { useIssuable } from '#web/plan/issuable/issuable-context.tsx'
import { AtRest } from '#web/ui/AtRest.tsx'
import { SidebarField } from '#web/ui/layout/SidebarField.tsx'
import { onDemand } from '#web/ui/on-demand.tsx'

const ReplyAddress = onDemand(() => import('./ReplyAddress.tsx').then(module => module.ReplyAddress), {
  holdsKeys: false,
})

/** Few servers receive mail. */
export function CopyEmailWidget() {
  const { replyAddress } = useIssuable()
  const place = <SidebarField label="Comment by email" />
  return (
    replyAddress !== null && (
      <AtRest fallback={place}>
        <ReplyAddress address={replyAddress} fallback={place} />
      </AtRest>
    )
  )
}
