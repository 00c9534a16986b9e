import { HELP } from '../../../../src/functions/generated/help-texts';
import { exampleArguments, signatureOf } from '../../../../src/functions/help/formula-arguments';
import { argumentExamples } from '../../../../src/workbench/engine/descriptions';

test.each(HELP.map((help) => [help.declaration.id, help] as const))(
  'the example arguments of MD.%s make a formula that the function accepts',
  (id, { declaration, examples }) => {
    const written = argumentExamples(declaration, examples);
    expect(written).toHaveLength(Object.keys(declaration.parameters).length);
    const values = exampleArguments(`=MD.${id}(${written.join(',')})`, signatureOf(declaration), {
      'A2:A200': [['EURUSD']],
    });
    Object.entries(declaration.parameters).forEach(([name, parameter], index) => {
      expect(() => parameter.read(values[index], name, { dateSystem: '1900' } as never)).not.toThrow();
    });
  },
);
