file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../../../include/sudoku.h" PACKAGE_VERSION
  REGEX "#define SUDOKU_VERSION \"")
string(REGEX REPLACE ".*\"(.*)\".*" "\\1" PACKAGE_VERSION "${PACKAGE_VERSION}")
# Before 1.0.0 the minor version is the one that may break.
string(REGEX MATCH "^(0\\.[0-9]+|[1-9][0-9]*)" _sudoku_series "${PACKAGE_VERSION}")
if(PACKAGE_FIND_VERSION VERSION_EQUAL PACKAGE_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
if(PACKAGE_FIND_VERSION VERSION_LESS_EQUAL PACKAGE_VERSION
    AND "${PACKAGE_FIND_VERSION}." MATCHES "^${_sudoku_series}\\.")
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
unset(_sudoku_series)
