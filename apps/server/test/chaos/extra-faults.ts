import { setTimeout as later } from 'node:timers/promises'
import type { Fault, Scene } from './faults.ts'

const aWhile = ({ random }: Scene) => later(random.between(1_000, 4_000))

/** Faults of what a world has only if `--with` names it. */
export const extraFaults: Record<'disk' | 'backbone' | 'old', Record<string, Fault>> = {
  disk: {
    async 'no space for the database'(scene) {
      const { disk, postgres } = scene.world
      disk?.fill()
      await aWhile(scene)
      disk?.free()
      // PostgreSQL ends itself if it cannot write its log.
      await postgres.start()
    },
  },
  backbone: {
    async 'kill the broker'(scene) {
      await scene.world.broker?.kill()
      await aWhile(scene)
      await scene.world.broker?.start()
    },
    async 'freeze the broker'(scene) {
      scene.world.broker?.freeze()
      await aWhile(scene)
      scene.world.broker?.thaw()
    },
    async 'a broker that lost everything'(scene) {
      await scene.world.broker?.kill()
      scene.world.broker?.forget()
      await aWhile(scene)
      await scene.world.broker?.start()
    },
    async 'kill the node'(scene) {
      await scene.world.node?.kill()
      await aWhile(scene)
      await scene.world.startNode()
    },
  },
  old: {
    async 'freeze the older server'(scene) {
      scene.world.older?.freeze()
      await aWhile(scene)
      scene.world.older?.thaw()
    },
  },
}
