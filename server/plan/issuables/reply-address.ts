import type { Context } from '#server/context.ts'

declare module '#server/context.ts' {
  interface Plugs {
    /** The address, from the slice that receives mails. */
    readonly issueMail: {
      /** The address by which the actor comments on an issue; null where no mails are taken in. */
      readonly replyAddress?: (ctx: Context, issueId: number) => Promise<string | null>
    }
  }
}

/**
 * The address to which the actor can write a comment by mail; null if they may not comment, and where no mails are
 * received. It is not shown to an access token, which may have the right to read only.
 */
export async function replyAddressOf(ctx: Context, issueId: number, canComment: boolean): Promise<string | null> {
  return canComment && ctx.tokenId === null
    ? ((await ctx.services.plugs.issueMail.replyAddress?.(ctx, issueId)) ?? null)
    : null
}
