import pLimit from 'p-limit';

/** Has browsers take the pictures of whole pages one after the other: while one is encoded, its browser takes some 150 MB
 *  more. */
export class PictureTurns {
  private readonly limit = pLimit(1);

  /** @param begin is called when it is the turn
   *  @returns a function that ends the turn, or the waiting for it */
  ask(begin: () => void): () => void {
    let end: () => void = () => undefined;
    let isOver = false;
    const over = new Promise<void>((resolve) => (end = resolve));
    void this.limit(async () => {
      if (isOver) return;
      begin();
      await over;
    });
    return () => {
      isOver = true;
      end();
    };
  }
}
