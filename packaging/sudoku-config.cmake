# find_package(sudoku) defines sudoku::sudoku, the shared library, and sudoku::static.
# sudoku::sudoku is the static one if sudoku_USE_STATIC_LIBS is true before.
# This file lies in PREFIX/share/cmake/sudoku. Paths are found from there, so the whole
# prefix may be moved.

get_filename_component(_sudoku_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
foreach(_sudoku_kind SHARED STATIC)
  find_library(_sudoku_${_sudoku_kind} NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH
    NAMES "${CMAKE_${_sudoku_kind}_LIBRARY_PREFIX}sudoku${CMAKE_${_sudoku_kind}_LIBRARY_SUFFIX}"
    PATHS "${_sudoku_prefix}"
    PATH_SUFFIXES "lib/${CMAKE_LIBRARY_ARCHITECTURE}" lib lib64)
endforeach()

if(_sudoku_STATIC AND NOT TARGET sudoku::static)
  add_library(sudoku::static STATIC IMPORTED)
  set_target_properties(sudoku::static PROPERTIES
    IMPORTED_LOCATION "${_sudoku_STATIC}"
    INTERFACE_INCLUDE_DIRECTORIES "${_sudoku_prefix}/include"
    INTERFACE_LINK_LIBRARIES "pthread;${CMAKE_DL_LIBS};m")
endif()

if(NOT TARGET sudoku::sudoku)
  if(sudoku_USE_STATIC_LIBS AND _sudoku_STATIC)
    add_library(sudoku::sudoku INTERFACE IMPORTED)
    set_target_properties(sudoku::sudoku PROPERTIES INTERFACE_LINK_LIBRARIES sudoku::static)
  elseif(_sudoku_SHARED AND NOT sudoku_USE_STATIC_LIBS)
    add_library(sudoku::sudoku SHARED IMPORTED)
    set_target_properties(sudoku::sudoku PROPERTIES
      IMPORTED_LOCATION "${_sudoku_SHARED}"
      INTERFACE_INCLUDE_DIRECTORIES "${_sudoku_prefix}/include")
  else()
    set(sudoku_FOUND FALSE)
    set(sudoku_NOT_FOUND_MESSAGE "The library is not in ${_sudoku_prefix}.")
  endif()
endif()

unset(_sudoku_SHARED CACHE)
unset(_sudoku_STATIC CACHE)
unset(_sudoku_kind)
unset(_sudoku_prefix)
