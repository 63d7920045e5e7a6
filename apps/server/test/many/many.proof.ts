import { afterAll, beforeAll, it } from 'vitest'
import { createWorld, type World } from '../world.ts'
import { expectOneCode, expectLimitOverInstances } from './codes.ts'
import { expectSlowExport } from './exports.ts'
import { expectFewGuessesAtSignIn, expectFewGuessesInSession } from './guesses.ts'
import { expectManyDeleted, expectManyDisabled, expectManyNoted, expectManyOutages } from './members.ts'

/** The tests beside the code run the same with as few as show the rule; here are as many as a call may name, or an attacker may send. */
let world: World
beforeAll(async () => {
  world = await createWorld({ WEFT_CODES_PER_MINUTE: '100000' })
})
afterAll(() => world.close())

it('5,000 notes are changed in a few statements', () => expectManyNoted(world, 5000))
it('5,000 members are disabled in a few statements', () => expectManyDisabled(world, 5000))
it('5,000 members are deleted in a few statements', () => expectManyDeleted(world, 5000))
it('5,000 members that are lost at once have an outage each', () => expectManyOutages(world, 5000))
it('an export of 20,000 members holds no connection while its reader is slow', () => expectSlowExport(world, 20_000))

it('the codes of a minute are limited for 300 requests at once, over two instances and over a restart', () =>
  expectLimitOverInstances(300, 20))
it('one code is sent for 300 requests that name one target', () => expectOneCode(world, 300))
it('five of 40 codes of an operator that arrive at once are checked', () => expectFewGuessesAtSignIn(world, 40))
it('five of 200 codes that one session of an operator sends are checked', () => expectFewGuessesInSession(world, 200))
