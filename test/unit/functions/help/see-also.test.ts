import { CATALOG } from '../../../../src/functions/catalog';
import { SEE_ALSO } from '../../../../src/functions/help/see-also';

test('the help of every function leads on to others', () => {
  const ids = CATALOG.map(({ id }) => id);
  expect(Object.keys(SEE_ALSO).sort()).toEqual([...ids].sort());
  for (const [id, others] of Object.entries(SEE_ALSO)) {
    expect(others.length).toBeGreaterThan(0);
    expect(others).not.toContain(id);
    expect(new Set(others).size).toBe(others.length);
    for (const other of others) expect(ids).toContain(other);
  }
});
