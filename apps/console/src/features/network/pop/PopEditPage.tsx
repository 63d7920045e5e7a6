import { useText } from '@weft/ui'
import { NetworkMembersPage } from '../builder/NetworkEditPage.tsx'
import * as text from './pop.text.ts'

/** Edits the members of a network that uses POPs; its name may be longer than that of others. */
export const PopEditPage = () => <NetworkMembersPage title={useText(text).editTitle} />
