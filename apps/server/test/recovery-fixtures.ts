import { contract } from '@weft/contract'
import { anAddress, aPicture } from './verification-fixtures.ts'
import type { Answer, World } from './world.ts'

type Channel = 'phone' | 'email'

/** Returns the code and the message of a refusal, without the seconds in it. */
export const codeAndMessage = ({ code, msg }: Answer) => `${code} ${msg.replace(/\d+/, 'n')}`

/** Returns the steps of a recovery as a person makes them, each from an address of its own. */
export const stepsOf = (world: () => World) => ({
  /** Begins a recovery, whose id is that of the picture. */
  async begin(username: string): Promise<{ answer: Answer; uniqid: string }> {
    const picture = await aPicture(world())
    const answer = await world().call(undefined, contract.verify.find_password, { username, ...picture }, { address: anAddress() })
    return { answer, uniqid: picture.uniqid }
  },
  send: (uniqid: string, send_type: Channel): Promise<Answer> =>
    world().call(undefined, contract.verify.find_password_code, { uniqid, send_type }, { address: anAddress() }),
  prove: (uniqid: string, send_type: Channel, code: string): Promise<Answer> =>
    world().call(undefined, contract.verify.authentication, { uniqid, send_type, code }, { address: anAddress() }),
  reset: (uniqid: string, password = 'another-123'): Promise<Answer> =>
    world().call(undefined, contract.verify.reset_password, { uniqid, password, reset_password: password }, { address: anAddress() }),
})
