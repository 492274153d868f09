import { svgBegins, svgFile } from './pictures/svgFile';
import { SectionMapPicture } from './pictures/sectionMapPicture';
import { comparisonCsv, comparisonCsvBegins, type MappedComparison, sectionMapView } from './sectionMap';

/** What can be saved of two texts compared: how each file begins, and what stands in it. */
export const comparisonFiles = {
  svg: {
    begins: svgBegins,
    text: (mapped: MappedComparison) => svgFile(<SectionMapPicture {...sectionMapView(mapped)} />),
  },
  csv: { begins: comparisonCsvBegins, text: comparisonCsv },
} as const;
